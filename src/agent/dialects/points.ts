import { z } from "zod";
import { GuiAgentError } from "../../core/errors.ts";
import type { Point } from "./calls.ts";
import { misunderstood } from "./dialect.ts";
import { SyntaxReader, type Value } from "./syntax.ts";

/** Marks in which some models wrap their points. They are part of a form: one without the other is a cut. */
const wraps = [
  /^<\|box_start\|>(.*)<\|box_end\|>$/s,
  // With spaces between the numbers.
  /^<point>(.*)<\/point>$/s,
  /^<bbox>(.*)<\/bbox>$/s,
];

const spaced = /^\s*-?[\d.]+(?:\s+-?[\d.]+)+\s*$/;

/**
 * The point that a model wrote: two numbers, or the four of a box, whose middle it is; as a list or as
 * a text such as `(10,20)`, `[1, 2, 3, 4]`, `(1,2),(3,4)`, `<|box_start|>(1,2)<|box_end|>` or
 * `<point>1 2</point>`. Throws `invalid_input` for anything else.
 */
export function readPoint(written: Value | undefined): Point {
  const numbers = typeof written === "string" ? numbersIn(written.trim()) : numbersOf(written);
  const [left, top, right, bottom] = numbers;
  if (left === undefined || top === undefined || ![2, 4].includes(numbers.length)) {
    throw misunderstood(`A point has two numbers and a box has four, but there are ${numbers.length}.`);
  }
  if (right === undefined || bottom === undefined) return { x: left, y: top };
  if (right < left || bottom < top) {
    throw misunderstood("A box begins with its top left corner and ends with its bottom right one.");
  }
  return { x: middle(left, right), y: middle(top, bottom) };
}

/** An argument that is a point. */
export const pointField = z
  .custom<Value>((value) => value !== undefined, "it is missing")
  .transform((value, context) => {
    try {
      return readPoint(value);
    } catch (thrown) {
      if (!(thrown instanceof GuiAgentError)) throw thrown;
      context.addIssue({ code: "custom", message: thrown.message });
      return z.NEVER;
    }
  });

/** Between whole numbers a whole one: pixels and thousandths are not divided. */
function middle(start: number, end: number): number {
  const exact = (start + end) / 2;
  return Number.isInteger(start) && Number.isInteger(end) ? Math.floor(exact) : exact;
}

function numbersIn(text: string): readonly number[] {
  const inner = wraps.map((wrap) => wrap.exec(text)?.[1]).find((found) => found !== undefined);
  if (inner !== undefined && spaced.test(inner)) return numbersOf(inner.trim().split(/\s+/).map(Number));
  const reader = new SyntaxReader(inner ?? text);
  const values: Value[] = [];
  do values.push(brackets(reader));
  while (reader.skip(","));
  if (reader.rest() !== "") throw misunderstood(`"${text}" is no point.`);
  return numbersOf(values);
}

/** Only brackets have an end: what follows a bare number may be missing. */
function brackets(reader: SyntaxReader): Value {
  if (!/^[([]/.test(reader.rest())) throw misunderstood("A point stands in brackets.");
  return reader.value();
}

function numbersOf(value: Value | undefined): readonly number[] {
  if (typeof value === "number" && Number.isFinite(value)) return [value];
  if (!isList(value)) throw misunderstood("A point consists of numbers.");
  return value.flatMap(numbersOf);
}

function isList(value: Value | undefined): value is readonly Value[] {
  return Array.isArray(value);
}
