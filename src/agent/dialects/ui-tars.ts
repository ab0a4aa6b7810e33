import { z } from "zod";
import { type Action, action, perform } from "./actions.ts";
import { assertOpens, bareAnswer } from "./answer.ts";
import {
  click,
  directions,
  done,
  drag,
  giveUp,
  moveTo,
  press,
  scroll,
  secretField,
  typeText,
  wait,
} from "./calls.ts";
import { type Dialect, misunderstood, parsing, type Understood } from "./dialect.ts";
import { pointField } from "./points.ts";
import { type Call, SyntaxReader, type Value } from "./syntax.ts";

/** The models say how far to scroll only by its direction. In notches of the wheel. */
const usualScroll = 5;
/** What `wait()` means to the models, in seconds. */
const usualWait = 5;

/** Names of arguments that versions of the models write in another way. */
const otherNames = new Map([
  ["point", "start_box"],
  ["start_point", "start_box"],
  ["end_point", "end_box"],
]);

const atPoint = z.strictObject({ start_box: pointField });
const fromTo = z.strictObject({ start_box: pointField, end_box: pointField });
const optionalContent = z.strictObject({ content: z.string().default("") });

const actions = {
  click: action(atPoint, ({ start_box }) => click(start_box)),
  left_double: action(atPoint, ({ start_box }) => click(start_box, "left", 2)),
  right_single: action(atPoint, ({ start_box }) => click(start_box, "right")),
  hover: action(atPoint, ({ start_box }) => moveTo(start_box)),
  drag: action(fromTo, ({ start_box, end_box }) => drag(start_box, end_box)),
  hotkey: action(z.strictObject({ key: z.string().trim().min(1) }), ({ key }) => press(key.split(/\s+/))),
  type: action(z.strictObject({ content: z.string(), secret: secretField }), ({ content, secret }) =>
    typeText(content, secret),
  ),
  scroll: action(
    z.strictObject({ start_box: pointField, direction: z.enum(directions) }),
    ({ start_box, direction }) => scroll(start_box, direction, usualScroll),
  ),
  wait: action(z.strictObject({}), () => wait(usualWait)),
  finished: action(optionalContent, ({ content }, thought) => done(content || thought)),
  call_user: action(optionalContent, ({ content }, thought) => giveUp(content || thought)),
} satisfies Record<string, Action>;

/** UI-TARS of every version: a thought, then calls that look like Python. Source: github.com/bytedance/UI-TARS. */
export const uiTars: Dialect = {
  instructions: `Answer in this form, with one action:
Thought: what you see and why you act
Action: the action

The actions, with x,y in the coordinates described above:
click(start_box='<|box_start|>(x,y)<|box_end|>')
left_double(start_box='<|box_start|>(x,y)<|box_end|>')
right_single(start_box='<|box_start|>(x,y)<|box_end|>')
hover(start_box='<|box_start|>(x,y)<|box_end|>')
drag(start_box='<|box_start|>(x1,y1)<|box_end|>', end_box='<|box_start|>(x2,y2)<|box_end|>')
scroll(start_box='<|box_start|>(x,y)<|box_end|>', direction='down') # or up, left, right
hotkey(key='ctrl c') # lower case, with spaces in between
type(content='text') # Write \\' for ', \\\\ for \\ and \\n for a line break; \\n at the end presses Enter.
type(content='password', secret=True) # a password, which is then not recorded
wait() # 5 seconds
finished(content='what came of it') # when the task is done
call_user(content='why') # when the task cannot be done`,
  pointing: `Find on the screenshot what the user names and click the middle of it. Answer with nothing but
Action: click(start_box='<|box_start|>(x,y)<|box_end|>')`,
  parse: parsing(read),
};

function read(text: string): Understood {
  const answer = bareAnswer(text);
  // The first mark counts. A later one may stand in a text that is to be typed.
  const [, before = "", marked] = /^(.*?)\bAction\s*[:：](.*)$/s.exec(answer) ?? [];
  // Where nothing else is said, the mark may be missing.
  if (marked === undefined && !/^\w+\(/.test(answer)) {
    throw misunderstood("The answer names no action after the word Action and a colon.");
  }
  assertOpens(before, "The word Action with its colon");
  const thought = before.replace(/^\s*Thought\s*[:：]/, "").trim();
  const calls = readCalls(marked ?? answer);
  return {
    thought,
    calls: calls.flatMap((call) =>
      perform(actions, { name: call.name, arguments: withUsualNames(call), thought }),
    ),
  };
}

/** Several actions stand below each other, perhaps each with a mark. */
function readCalls(text: string): readonly Call[] {
  const reader = new SyntaxReader(text);
  const calls: Call[] = [];
  do {
    calls.push(reader.call());
  } while (reader.skip("Action:") || reader.rest() !== "");
  return calls;
}

function withUsualNames(call: Call): Readonly<Record<string, Value>> {
  const named = new Map<string, Value>();
  for (const [name, value] of Object.entries(call.arguments)) {
    const usual = otherNames.get(name) ?? name;
    if (named.has(usual)) throw misunderstood(`${call.name} names one point twice.`);
    named.set(usual, value);
  }
  return Object.fromEntries(named);
}
