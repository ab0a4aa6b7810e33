import { GuiAgentError, toGuiAgentError } from "../core/errors.ts";
import type { Input } from "./input.ts";
import type { Desktop, TextLoan } from "./port.ts";

/** In characters. Longer texts are pasted: at once, whole, and without what programs do at each key (completion, indenting). */
export const longestByKeys = 50;

/** How long a busy program may take until it asks for what it is to paste. */
const takenWithinMs = 5_000;

const readOnce =
  "The program has read the text, but browsers do that also where no field takes it. Take a screenshot to see whether it is there.";

/** Not an error: some menus and launchers take keys without having the keyboard. */
const toNobody =
  "No window had the keyboard, so the text went nowhere unless a menu was open. Click into a text field and take a screenshot to see whether it is there.";

export const typingMethods = ["auto", "keys", "paste"] as const;
export type TypingMethod = (typeof typingMethods)[number];

export interface TypingOptions {
  readonly method: TypingMethod;
  /** Whether the text must not show up in any message, nor on the clipboard without need. */
  readonly isSecret: boolean;
}

export interface TypedText {
  readonly method: "keys" | "paste";
  /** What is not as it was to be expected. */
  readonly notice?: string;
}

/** Puts text into what has the focus: by keys, or by the clipboard, which is as before afterwards. */
export class TextInput {
  readonly #desktop: Pick<Desktop, "clipboard" | "keyboard" | "windows">;
  readonly #input: Input;

  constructor(desktop: Pick<Desktop, "clipboard" | "keyboard" | "windows">, input: Input) {
    this.#desktop = desktop;
    this.#input = input;
  }

  /**
   * Line breaks may be written as `\n`, `\r\n` or `\r`. Throws `unsupported`, before anything arrives, for
   * characters that cannot be typed; `text_not_taken` when a paste is not taken as a whole;
   * `clipboard_unavailable` when the clipboard is needed and cannot be used.
   */
  async type(given: string, { method, isSecret }: TypingOptions, signal: AbortSignal): Promise<TypedText> {
    const text = given.replaceAll(/\r\n?/g, "\n");
    try {
      assertPlain(text);
      if (method === "keys" || (method === "auto" && (await this.#fitsKeys(text, isSecret)))) {
        return await this.#byKeys(text, signal);
      }
      const pasted = await this.#paste(text, isSecret, signal);
      if (!(pasted instanceof GuiAgentError)) return pasted;
      if (method === "paste") throw pasted;
      return await this.#typeInstead(text, pasted, isSecret, signal);
    } catch (thrown) {
      throw isSecret ? withoutCharacters(toGuiAgentError(thrown)) : thrown;
    }
  }

  /** Whether keys are the better way. */
  async #fitsKeys(text: string, isSecret: boolean): Promise<boolean> {
    const isAscii = /^[\n\t -~]*$/.test(text);
    // On the clipboard every program could read a password.
    if (isSecret) return isAscii || this.#desktop.keyboard.typesAnyCharacter;
    return isAscii && text.length <= longestByKeys && !(await this.#desktop.keyboard.hasInputMethod());
  }

  async #byKeys(text: string, signal: AbortSignal): Promise<TypedText> {
    const isReceived = await this.#desktop.windows.hasKeyboard();
    await this.#input.type(text, signal);
    return { method: "keys", ...(isReceived ? {} : { notice: toNobody }) };
  }

  /**
   * Throws where a part of the text may have arrived.
   * @returns an error when nothing of it has arrived
   */
  async #paste(text: string, isSecret: boolean, signal: AbortSignal): Promise<TypedText | GuiAgentError> {
    const lent = await this.#lend(text, isSecret, signal);
    if (lent instanceof GuiAgentError) return lent;
    await using loan = lent;
    await this.#input.chord(loan.pasteKeys, 0, signal);
    const outcome = await loan.taken(takenWithinMs, signal);
    switch (outcome) {
      case "taken":
        return { method: "paste" };
      case "perhaps":
        return { method: "paste", notice: readOnce };
      case "ignored":
        return notTaken();
      default:
        return outcome satisfies never;
    }
  }

  /** @returns an error when the clipboard cannot be used, and is untouched */
  async #lend(text: string, isSecret: boolean, signal: AbortSignal): Promise<TextLoan | GuiAgentError> {
    try {
      return await this.#desktop.clipboard.lend(text, { isSecret, signal });
    } catch (thrown) {
      if (thrown instanceof GuiAgentError && thrown.code === "clipboard_unavailable") return thrown;
      throw thrown;
    }
  }

  /** @param obstacle why the text could not be pasted */
  async #typeInstead(
    text: string,
    obstacle: GuiAgentError,
    isSecret: boolean,
    signal: AbortSignal,
  ): Promise<TypedText> {
    // Pasted, a line break is a part of the text; as a key it may send the half of it.
    if (/[\n\t]/.test(text)) throw alsoNotByKeys(obstacle, "Its line breaks and tabs would be keys.");
    try {
      const { method, notice = obstacle.message } = await this.#byKeys(text, signal);
      return { method, notice: `The text was typed by keys instead of pasted. ${notice}` };
    } catch (thrown) {
      // Thrown before the first key.
      if (!(thrown instanceof GuiAgentError) || thrown.code !== "unsupported") throw thrown;
      throw alsoNotByKeys(obstacle, (isSecret ? withoutCharacters(thrown) : thrown).message);
    }
  }
}

/** Throws `unsupported` for what no key writes and programs drop, cut a text at, or act on when it is pasted. */
function assertPlain(text: string): void {
  const [found] = /(?![\n\t])[\p{Cc}\p{Cs}]/u.exec(text) ?? [];
  if (found === undefined) return;
  const hex = found.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0");
  const kind = /\p{Cc}/u.test(found) ? "a control character" : "one half of a character";
  throw new GuiAgentError("unsupported", `The text has U+${hex} in it, ${kind}. Nothing was typed.`, {
    remedy: "Leave it out. Line breaks and tabs can be typed; other control keys go through gui_press_key.",
  });
}

function notTaken(): GuiAgentError {
  return new GuiAgentError(
    "text_not_taken",
    `The program that has the focus did not take the text from the clipboard within ${takenWithinMs / 1000} s. The clipboard is as it was before.`,
    {
      remedy:
        'Take a screenshot: if no text field has the focus, click one and try again; if the program does not paste, use the method "keys".',
    },
  );
}

function alsoNotByKeys(obstacle: GuiAgentError, reason: string): GuiAgentError {
  return new GuiAgentError(obstacle.code, `${obstacle.message} It was not typed by keys either: ${reason}`, {
    cause: obstacle,
    remedy: `${obstacle.remedy} The method "keys" types line breaks and tabs as Enter and Tab.`,
  });
}

/** For a secret text: an error that names no character of it. Only `unsupported` is about characters. */
function withoutCharacters(error: GuiAgentError): GuiAgentError {
  if (error.code !== "unsupported") return error;
  return new GuiAgentError(
    "unsupported",
    "The text cannot be typed; why is left out, as the text is secret.",
    {
      ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
    },
  );
}
