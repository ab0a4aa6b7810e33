import { z } from "zod";
import { isModifier, parseChord } from "../core/keys.ts";
import { longestByKeys, typingMethods } from "../desktop/text-input.ts";
import { defineTool } from "./define-tool.ts";
import { done, doneOutput, keyField, parsing, timedOutput } from "./fields.ts";

const longestText = 10_000;
const longestHoldMs = 10_000;

/** Counted in code points, as JSON Schema counts: half as many emoji would be too few for a caller who went by it. */
const textField = z
  .string()
  .min(1)
  .refine(
    (text) => text.length <= 2 * longestText && [...text].length <= longestText,
    `Too long: at most ${longestText} characters.`,
  )
  .meta({ maxLength: longestText })
  .describe(`What to type, at most ${longestText} characters (Unicode code points).`);

export const type = defineTool({
  name: "gui_type",
  title: "Type text",
  description:
    "Put text into whatever has the keyboard focus; click the field first. The text arrives as given, in any language and under any keyboard layout. " +
    `Up to ${longestByKeys} ASCII characters are typed key by key: line breaks press Enter, tabs press Tab. Longer or other text is pasted, and the clipboard is as before afterwards. Pasted line breaks and tabs do not press Enter or Tab but are part of the text (a terminal still takes a line break as Enter). ` +
    'To press Enter after a pasted text use gui_press_key; the method "keys" types all of a text by keys. The result says which method was used.',
  effect: "input",
  input: z.strictObject({
    text: textField,
    method: z
      .enum(typingMethods)
      .default("auto")
      .describe(
        '"keys": key by key, also for programs that do not paste; limited in how many different characters the keyboard layout lacks. "paste": through the clipboard.',
      ),
    secret: z
      .boolean()
      .default(false)
      .describe(
        "True for a password: the text is then never recorded, and not pasted if keys can write it: any text on Windows and macOS, ASCII on Linux.",
      ),
  }),
  output: timedOutput.extend({ method: z.enum(["keys", "paste"]).describe("How the text was put in.") }),
  recorded: ["method", "notice"],
  secrets: ({ secret }) => (secret ? ["text"] : []),
  run: async ({ clock, textInput, signal }, { text, method, secret }) => {
    const started = clock.now();
    const typed = await textInput.type(text, { method, isSecret: secret }, signal);
    return { ...done, ...typed, elapsed: Math.round(clock.now() - started) };
  },
});

export const pressKey = defineTool({
  name: "gui_press_key",
  title: "Press a key",
  description:
    "Press one key and release it, at once or after a while: enter, escape, tab, pagedown, f5, a, / … For several together use gui_hotkey.",
  effect: "input",
  input: z.strictObject({
    key: keyField.describe(
      "One character, or a name: enter, escape, tab, space, backspace, delete, home, end, pageup, pagedown, up, down, left, right, f1, …",
    ),
    holdMs: z.int().min(0).max(longestHoldMs).default(0).describe("Milliseconds to keep it down."),
  }),
  output: doneOutput,
  chord: ({ key }) => [key],
  run: async ({ input, signal }, { key, holdMs }) => {
    await input.chord([key], holdMs, signal);
    return done;
  },
});

const chordField = z
  .array(z.string().min(1).max(64))
  .min(1)
  .max(6)
  .transform(parsing(parseChord))
  .refine(
    (keys) => keys.filter((key) => !isModifier(key)).length <= 3,
    "at most three keys besides modifiers",
  );

export const hotkey = defineTool({
  name: "gui_hotkey",
  title: "Press a hotkey",
  description:
    'Press keys together, such as ["ctrl", "c"] or ["ctrl", "shift", "t"]. On macOS most of them are with meta, which is Command. Hotkeys that close programs, lock the screen or log out are refused.',
  effect: "input",
  input: z.strictObject({
    keys: chordField.describe(
      "One key per element, modifiers first: ctrl, shift, alt, altgr, meta; then a key as gui_press_key names it.",
    ),
  }),
  output: doneOutput,
  chord: ({ keys }) => keys,
  run: async ({ input, signal }, { keys }) => {
    await input.chord(keys, 0, signal);
    return done;
  },
});
