import { GuiAgentError } from "../../core/errors.ts";

/** A call of one of the task's tools, its points as the model wrote them. */
export interface DialectCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A call as servers make it of a text, its arguments whole. */
export interface FunctionCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

/** What an answer says: why the model acts, and what is to be done, in order. */
export interface Understood {
  readonly thought: string;
  /** At least one. */
  readonly calls: readonly DialectCall[];
}

/** An answer, or what is wrong with it, in words for the model. Of an answer with a fault nothing is done. */
export type ParsedReply = Understood | { readonly problem: string };

/** How models of a family answer that do not call tools: in text of a form that they were trained for. */
export interface Dialect {
  /** How to answer, for the system prompt. */
  readonly instructions: string;
  /** Reads a whole answer. It never throws; a text that was cut off gives no call that was not written out. */
  parse(text: string): ParsedReply;
  /** The function of which the instructions speak. Some servers take its calls out of the text. */
  readonly calledFunction?: {
    readonly name: string;
    /** A call as it stands in the text. */
    write(call: FunctionCall): string;
  };
  /** Whether servers of the models take no more than one picture in a conversation. */
  readonly newestPictureOnly?: boolean;
  /** How to answer where only a place is asked for, for the system prompt of a grounding model. */
  readonly pointing: string;
}

/** What readers of answers throw; `parsing` turns it into a problem for the model. */
export function misunderstood(message: string): GuiAgentError {
  return new GuiAgentError("invalid_input", message);
}

/** A parser that reports what `read` throws. */
export function parsing(read: (text: string) => Understood): Dialect["parse"] {
  return (text) => {
    try {
      return read(text);
    } catch (thrown) {
      if (thrown instanceof GuiAgentError) return { problem: thrown.message };
      throw thrown;
    }
  };
}

/** What is quoted of an answer in a message: enough to recognise it. */
export function excerpt(text: string, longest = 40): string {
  const characters = [
    ...text
      .trim()
      .replaceAll(/\s+/g, " ")
      .slice(0, 2 * longest),
  ];
  return characters.length > longest ? `${characters.slice(0, longest).join("")}…` : characters.join("");
}
