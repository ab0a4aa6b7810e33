import { GuiAgentError } from "../../core/errors.ts";
import { bareAnswer } from "./answer.ts";
import type { Point } from "./calls.ts";
import { type Dialect, type DialectCall, misunderstood } from "./dialect.ts";
import { readPoint } from "./points.ts";
import { SyntaxReader, type Value } from "./syntax.ts";

/** Names under which models give a point or a box. */
const names = ["point_2d", "point", "bbox_2d", "box_2d", "bbox", "box", "coordinate", "position"];

/** What Qwen2-VL writes before a box: the words that it was asked for. */
const reference = /^<\|object_ref_start\|>.*?<\|object_ref_end\|>/s;

/**
 * Reads the one place that an answer names: as an action of the dialect's, as JSON, or as bare numbers
 * in brackets. It never throws; several places are as bad as none.
 */
export function readPlace(
  answer: string,
  dialect: Dialect | undefined,
): Point | { readonly problem: string } {
  try {
    const parsed = dialect?.parse(answer);
    return parsed !== undefined && "calls" in parsed ? placeOf(parsed.calls) : read(bareAnswer(answer));
  } catch (thrown) {
    if (thrown instanceof GuiAgentError) return { problem: thrown.message };
    throw thrown;
  }
}

function placeOf(calls: readonly DialectCall[]): Point {
  const [call, ...others] = calls;
  const { x, y } = call?.input ?? {};
  if (typeof x === "number" && typeof y === "number" && others.length === 0) return { x, y };
  throw misunderstood("That names no single place.");
}

function read(answer: string): Point {
  const text = answer.replace(reference, "").trim();
  if (!text.includes("{")) return readPoint(text);
  const reader = new SyntaxReader(text);
  if (!/^[[{]/.test(reader.rest())) throw misunderstood("That is more than a place.");
  const values = [reader.value()].flat();
  if (reader.rest() !== "") throw misunderstood("That is more than a place.");
  const places = values.flatMap((value): readonly Value[] =>
    Object.entries(value ?? {}).flatMap(([name, place]) => (names.includes(name) ? [place] : [])),
  );
  const [place, ...others] = places;
  if (place === undefined || others.length > 0) throw misunderstood("That names no single place.");
  return readPoint(place);
}
