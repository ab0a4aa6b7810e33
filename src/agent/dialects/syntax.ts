import type { GuiAgentError } from "../../core/errors.ts";
import { excerpt, misunderstood } from "./dialect.ts";

/** A call with named arguments, such as `click(start_box='(10,20)')`. */
export interface Call {
  readonly name: string;
  readonly arguments: Readonly<Record<string, Value>>;
}

/** A value as Python or JSON writes it. Tuples are lists. */
export type Value =
  | string
  | number
  | boolean
  | null
  | readonly Value[]
  | Call
  | { readonly [key: string]: Value };

const constants = new Map<string, boolean | null>([
  ["True", true],
  ["true", true],
  ["False", false],
  ["false", false],
  ["None", null],
  ["null", null],
]);

const escapes = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
]);

/** Deeper than any answer, and far from the end of the stack. */
const deepest = 8;

/**
 * Reads calls and values one after the other. Models mix Python and JSON, so both are read; nothing is
 * ever evaluated. Its methods throw `invalid_input` when something else stands there, and what they
 * return is complete: every quote and bracket has its end.
 */
export class SyntaxReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** What has not been read yet, without the space before it. */
  rest(): string {
    this.#match(/\s*/y);
    return this.#text.slice(this.#at);
  }

  /** Skips a mark if it comes next, and says whether it did. */
  skip(mark: string): boolean {
    if (!this.rest().startsWith(mark)) return false;
    this.#at += mark.length;
    return true;
  }

  call(depth = 0): Call {
    const name = this.#name();
    if (!this.skip("(")) throw this.#unexpected(`( after ${name}`);
    return { name, arguments: this.#entries(")", "=", depth, () => this.#name()) };
  }

  value(depth = 0): Value {
    if (depth > deepest) throw misunderstood(`More than ${deepest} brackets stand within each other.`);
    if (this.skip("[")) return this.#list("]", depth);
    if (this.skip("(")) return this.#list(")", depth);
    if (this.skip("{")) return this.#entries("}", ":", depth, () => this.#string());
    if (this.#isAtQuote()) return this.#string();
    const number = this.#match(/[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?![\w.])/y);
    if (number !== "") return Number(number);
    const constant = constants.get(this.#match(/(?:[Tt]rue|[Ff]alse|None|null)(?!\w)/y));
    return constant === undefined ? this.call(depth + 1) : constant;
  }

  #list(close: string, depth: number): readonly Value[] {
    const values: Value[] = [];
    while (!this.skip(close)) {
      values.push(this.value(depth + 1));
      this.#separate(close);
    }
    return values;
  }

  #entries(close: string, sign: string, depth: number, readName: () => string): Record<string, Value> {
    const entries = new Map<string, Value>();
    while (!this.skip(close)) {
      const name = readName();
      if (entries.has(name)) throw misunderstood(`${name} is given twice.`);
      if (!this.skip(sign)) throw this.#unexpected(`${sign} after ${name}`);
      entries.set(name, this.value(depth + 1));
      this.#separate(close);
    }
    return Object.fromEntries(entries);
  }

  #separate(close: string): void {
    if (!this.skip(",") && !this.rest().startsWith(close)) throw this.#unexpected(`a comma or ${close}`);
  }

  #name(): string {
    this.rest();
    const name = this.#match(/[A-Za-z_]\w*/y);
    if (name === "") throw this.#unexpected("a name");
    return name;
  }

  #isAtQuote(): boolean {
    return /^['"]/.test(this.rest());
  }

  #string(): string {
    if (!this.#isAtQuote()) throw this.#unexpected("a quote");
    const start = this.#at;
    const quote = this.#text.charAt(start);
    let content = "";
    for (this.#at += 1; this.#text.charAt(this.#at) !== quote; ) {
      if (this.#at >= this.#text.length) {
        throw misunderstood(`The text ${excerpt(this.#text.slice(start))} has no closing ${quote}.`);
      }
      content += this.#character();
    }
    this.#at += 1;
    return content;
  }

  /** One character of a text in quotes. Escapes that Python does not know stand for themselves there. */
  #character(): string {
    const code = this.#match(/\\(?:u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2})/y);
    if (code !== "") return String.fromCharCode(Number.parseInt(code.slice(2), 16));
    const escaped = this.#match(/\\./sy);
    if (escaped !== "") return escapes.get(escaped.slice(1)) ?? escaped;
    return this.#match(/./sy);
  }

  /** Reads what the pattern, which must be sticky, finds here. */
  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const [found = ""] = pattern.exec(this.#text) ?? [];
    this.#at += found.length;
    return found;
  }

  #unexpected(expected: string): GuiAgentError {
    const rest = this.rest();
    const found = rest === "" ? "the answer ends" : `"${excerpt(rest)}" stands`;
    return misunderstood(`There should be ${expected} where ${found}.`);
  }
}
