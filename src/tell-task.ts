import { beginningOf } from "./core/cut.ts";
import { oneLine } from "./core/one-line.ts";
import type { TaskResult, TaskStep } from "./tools/tasks.ts";

/** In characters: clients show progress in one line. */
const longest = { said: 200, input: 40 } as const;

/** A step in one line, for people: what was done, where, how it went, and why the model did it. */
export function describeStep(step: TaskStep): string {
  const { number, action, outcome, message = "", notice, said } = step;
  const how = outcome === "ok" ? "" : ` failed (${outcome}): ${cut(message, longest.said)}`;
  const did = `Step ${number}: ${action}${detailOf(step)}${how}`;
  return [did, notice ?? "", cut(said, longest.said)].filter((part) => part !== "").reduce(joined);
}

/** How a task ended, in one line. */
export function describeEnd({ end, result = "", error }: TaskResult): string {
  const why = cut([error?.message ?? "", result].filter((part) => part !== "").join(" "), longest.said);
  const ended = end === "done" ? "The task is done" : `The task was not done (${end})`;
  return why === "" ? ended : `${ended}: ${why}`;
}

/** What tells one call of a tool from another. */
function detailOf({ input, screenPoint, screenEnd }: TaskStep): string {
  const end = screenEnd === undefined ? "" : ` → (${screenEnd.x}, ${screenEnd.y})`;
  const where = screenPoint === undefined ? "" : ` (${screenPoint.x}, ${screenPoint.y})${end}`;
  const { text, key, keys } = input;
  if (typeof text === "string") return `${where} ${JSON.stringify(shortened(text, longest.input))}`;
  if (typeof key === "string") return `${where} ${key}`;
  if (Array.isArray(keys)) return `${where} ${keys.join("+")}`;
  return where;
}

function joined(before: string, after: string): string {
  return `${before}${/[.!?…]$/.test(before) ? "" : "."} ${after}`;
}

function cut(text: string, length: number): string {
  return shortened(oneLine(text).replaceAll(/\s+/g, " "), length);
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${beginningOf(text, length - 1)}…`;
}
