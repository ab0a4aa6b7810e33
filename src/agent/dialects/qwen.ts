import { z } from "zod";
import { type Action, action, perform } from "./actions.ts";
import { assertOpens, bareAnswer } from "./answer.ts";
import { click, done, drag, giveUp, moveTo, press, scroll, secretField, typeText, wait } from "./calls.ts";
import {
  type Dialect,
  excerpt,
  type FunctionCall,
  misunderstood,
  parsing,
  type Understood,
} from "./dialect.ts";
import { pointField } from "./points.ts";
import { SyntaxReader } from "./syntax.ts";

/** One notch of the wheel scrolls about so far in a browser. */
const pixelsPerNotch = 120;

/** Names of a place where the models are asked for no more than that; some write them in actions too. */
const grounded: readonly string[] = ["point_2d", "bbox_2d"];

const atPoint = z.strictObject({ coordinate: pointField });
const pixels = z.number().refine((number) => number !== 0, "0 scrolls nothing");
const scrolling = z.strictObject({ coordinate: pointField, pixels });
const text = z.strictObject({ text: z.string() });
const typing = text.extend({ secret: secretField });

const notches = (distance: number) => Math.max(1, Math.round(Math.abs(distance) / pixelsPerNotch));

const leftClick = action(atPoint, ({ coordinate }) => click(coordinate));

const actions = {
  left_click: leftClick,
  click: leftClick,
  right_click: action(atPoint, ({ coordinate }) => click(coordinate, "right")),
  middle_click: action(atPoint, ({ coordinate }) => click(coordinate, "middle")),
  double_click: action(atPoint, ({ coordinate }) => click(coordinate, "left", 2)),
  triple_click: action(atPoint, ({ coordinate }) => click(coordinate, "left", 3)),
  mouse_move: action(atPoint, ({ coordinate }) => moveTo(coordinate)),
  left_click_drag: action(
    z.strictObject({ start_coordinate: pointField, coordinate: pointField }),
    ({ start_coordinate, coordinate }) => drag(start_coordinate, coordinate),
  ),
  scroll: action(scrolling, ({ coordinate, pixels: distance }) =>
    scroll(coordinate, distance > 0 ? "up" : "down", notches(distance)),
  ),
  hscroll: action(scrolling, ({ coordinate, pixels: distance }) =>
    scroll(coordinate, distance > 0 ? "right" : "left", notches(distance)),
  ),
  type: action(typing, ({ text: typed, secret }) => typeText(typed, secret)),
  key: action(z.strictObject({ keys: z.array(z.string()).min(1) }), ({ keys }) => press(keys)),
  wait: action(z.strictObject({ time: z.number().min(0).max(600).default(1) }), ({ time }) => wait(time)),
  answer: action(text, ({ text: result }) => done(result)),
  terminate: action(z.strictObject({ status: z.enum(["success", "failure"]) }), ({ status }, thought) =>
    status === "success" ? done(thought) : giveUp(thought),
  ),
} satisfies Record<string, Action>;

const functionName = "computer_use";
const toolCall = z.strictObject({ name: z.literal(functionName), arguments: z.looseObject({}) });

/**
 * Qwen's vision models: calls of a tool named `computer_use`, in JSON between marks. Sources: the cookbooks
 * "computer_use" and "2d_grounding" of github.com/QwenLM/Qwen3-VL.
 */
export const qwen: Dialect = {
  instructions: `Say in a sentence what you see and why you act. Then act by one call of the function computer_use, in this form:
<tool_call>
{"name": "computer_use", "arguments": {"action": "left_click", "coordinate": [x, y]}}
</tool_call>

The actions and their arguments, with x and y in the coordinates described above:
left_click, right_click, middle_click, double_click, triple_click, mouse_move: "coordinate": [x, y]
left_click_drag: "start_coordinate": [x, y], "coordinate": [x, y] where the button goes up; both are needed
scroll: "coordinate": [x, y] where to scroll, "pixels": positive for up, negative for down, ${pixelsPerNotch} for a few lines
hscroll: the same, positive for right, negative for left
type: "text": the text; a line break at its end presses Enter; "secret": true for a password, which is then not recorded
key: "keys": the keys to hold down together, such as ["ctrl", "c"]
wait: "time": seconds
answer: "text": what came of it, when the task is done
terminate: "status": "success" when the task is done, "failure" when it cannot be done`,
  pointing: `Find on the screenshot what the user names. Answer with nothing but the middle of it, in JSON:
{"point_2d": [x, y]}`,
  parse: parsing(read),
  calledFunction: { name: functionName, write: writeCall },
};

function writeCall({ name, arguments: given }: FunctionCall): string {
  // A mark in a text that is to be typed would end the call.
  const call = JSON.stringify({ name, arguments: given }).replaceAll("tool_call>", "tool_call\\u003e");
  return `<tool_call>\n${call}\n</tool_call>`;
}

function read(said: string): Understood {
  const { thought, calls } = readCalls(bareAnswer(said));
  return {
    thought,
    calls: calls.flatMap((written) => {
      const { action: name, ...given } = argumentsOf(written);
      if (typeof name !== "string") throw misunderstood("The call names no action.");
      return perform(actions, { name, arguments: withUsualNames(given), thought });
    }),
  };
}

/** The calls of an answer: what stands between marks or in fences at its end, or all of it. */
function readCalls(answer: string): { readonly thought: string; readonly calls: readonly unknown[] } {
  // Looking for the end of each of many beginnings would take long.
  const isPaired = answer.split("<tool_call>").length === answer.split("</tool_call>").length;
  const pattern = answer.includes("<tool_call>")
    ? /<tool_call>(.*?)<\/tool_call>/gs
    : /```(?:json)?\n(.*?)\n```/gs;
  const found = isPaired ? [...answer.matchAll(pattern)] : [];
  if (found.length === 0 && answer.startsWith("{")) return { thought: "", calls: [readJson(answer)] };
  const before = answer.slice(0, found[0]?.index);
  const behind = isPaired ? answer.slice(before.length).replaceAll(pattern, "").trim() : "";
  if (/<\/?tool_call>|```/.test(`${before}${behind}`)) {
    throw misunderstood("A call has no end or no beginning.");
  }
  if (found.length === 0) throw misunderstood("The answer has no call between <tool_call> and </tool_call>.");
  assertOpens(before, "The call");
  if (behind !== "") throw misunderstood("More is said behind a call, so it may be a quotation.");
  const thought = before.trim().replace(/^Thought\s*[:：]/, "");
  return { thought: thought.trim(), calls: found.map(([, call = ""]) => readJson(call)) };
}

function readJson(written: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(written);
  } catch {
    throw misunderstood(`"${excerpt(written)}" is not one complete JSON object.`);
  }
  // JSON takes the last of two places for one action; this reader refuses them.
  new SyntaxReader(written).value();
  return value;
}

/** A call with its name around it or without. */
function argumentsOf(written: unknown): Readonly<Record<string, unknown>> {
  const bare = z.looseObject({ action: z.string() }).safeParse(written);
  if (bare.success) return bare.data;
  const named = toolCall.safeParse(written);
  if (named.success) return named.data.arguments;
  throw misunderstood(
    'A call looks like {"name": "computer_use", "arguments": {"action": …}}, with nothing else around it.',
  );
}

/** The arguments under their usual names. The models fill in what an action does not have with null. */
function withUsualNames(given: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const named = new Map<string, unknown>();
  for (const [name, value] of Object.entries(given)) {
    const usual = grounded.includes(name) ? "coordinate" : name;
    if (value === null) continue;
    if (named.has(usual)) throw misunderstood("The place is given twice.");
    named.set(usual, value);
  }
  return Object.fromEntries(named);
}
