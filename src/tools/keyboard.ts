import { z } from "zod";
import { isModifier, parseChord } from "../core/keys.ts";
import { defineTool } from "./define-tool.ts";
import { done, doneOutput, keyField, parsing, timed, timedOutput } from "./fields.ts";

const longestText = 10_000;
const longestHoldMs = 10_000;

export const type = defineTool({
  name: "gui_type",
  title: "Type text",
  description:
    "Type text into whatever has the keyboard focus; click the field first. Line breaks press Enter, tabs press Tab. The text arrives as given under any keyboard layout.",
  effect: "input",
  input: z.strictObject({
    text: z.string().min(1).max(longestText).describe("What to type."),
    secret: z.boolean().default(false).describe("True for a password: the text is then never recorded."),
  }),
  output: timedOutput.extend({ method: z.enum(["keys"]).describe("How the text was put in.") }),
  secrets: ({ secret }) => (secret ? ["text"] : []),
  run: async ({ clock, input, signal }, { text }) => {
    const result = await timed(clock, () => input.type(text, signal));
    return { ...result, method: "keys" as const };
  },
});

export const pressKey = defineTool({
  name: "gui_press_key",
  title: "Press a key",
  description:
    "Press one key and release it, at once or after a while: enter, escape, tab, pagedown, f5, a, / … For several together use gui_hotkey.",
  effect: "input",
  input: z.strictObject({
    key: keyField.describe("A key's name or one character."),
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
    'Press keys together, such as ["ctrl", "c"] or ["ctrl", "shift", "t"]. Hotkeys that close programs, lock the screen or log out are refused.',
  effect: "input",
  input: z.strictObject({ keys: chordField.describe("The keys, modifiers first.") }),
  output: doneOutput,
  chord: ({ keys }) => keys,
  run: async ({ input, signal }, { keys }) => {
    await input.chord(keys, 0, signal);
    return done;
  },
});
