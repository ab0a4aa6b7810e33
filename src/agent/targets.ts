import { GuiAgentError } from "../core/errors.ts";
import type { Point } from "./dialects/calls.ts";
import type { InputSchema } from "./model-schema.ts";

/** The two arguments that are a point, and the one that names the place in words instead. */
const points = [
  { x: "x", y: "y", target: "target" },
  { x: "startX", y: "startY", target: "startTarget" },
  { x: "endX", y: "endY", target: "endTarget" },
] as const;

const description =
  "What is to be found on the screenshot, in words that fit nothing else there: what it says, what it is, where it is.";

/** What of a call's arguments names places in words. */
export function wordsOf(given: Readonly<Record<string, unknown>>): Record<string, string> {
  const words = points.flatMap(({ target }) => {
    const named = given[target];
    return typeof named === "string" ? [[target, named] as const] : [];
  });
  return Object.fromEntries(words);
}

/** A tool's input schema for a model that names places in words. */
export function schemaInWords({ properties, required, ...rest }: InputSchema): InputSchema {
  const nameOf = (name: string) => points.find(({ x }) => x === name)?.target ?? name;
  const isKept = (name: string) => points.every(({ y }) => y !== name);
  const named = Object.entries(properties)
    .filter(([name]) => isKept(name))
    .map(([name, property]) => [
      nameOf(name),
      nameOf(name) === name ? property : { type: "string", description },
    ]);
  return {
    ...rest,
    properties: Object.fromEntries(named),
    ...(required === undefined ? {} : { required: required.filter(isKept).map(nameOf) }),
  };
}

/**
 * The arguments of a call with a point for each place that is named in words.
 * @param find looks for a place; what it throws is thrown
 * @throws `invalid_input` for numbers of the model's own, which was not asked for any
 */
export async function withPoints(
  given: Readonly<Record<string, unknown>>,
  find: (target: string) => Promise<Point>,
): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = { ...given };
  const named = points.flatMap(({ x, y, target }) => {
    const words = given[target];
    if (x in given || y in given) throw wrong(`Places are named in words: there is no ${x} or ${y}.`, target);
    if (words === undefined) return [];
    if (typeof words !== "string" || words.trim() === "") throw wrong(`${target} is not a text.`, target);
    return [{ x, y, target, words }];
  });
  for (const { x, y, target, words } of named) {
    const point = await find(words);
    delete found[target];
    found[x] = point.x;
    found[y] = point.y;
  }
  return found;
}

function wrong(message: string, target: string): GuiAgentError {
  return new GuiAgentError("invalid_input", message, {
    remedy: `Say in ${target} what is to be found. Nothing was done.`,
  });
}
