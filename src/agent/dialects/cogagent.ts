import { z } from "zod";
import { type Action, action, perform } from "./actions.ts";
import { assertOpens, bareAnswer } from "./answer.ts";
import {
  click,
  type Direction,
  done,
  giveUp,
  moveTo,
  press,
  scroll,
  secretField,
  typeText,
  wait,
} from "./calls.ts";
import { type Dialect, type DialectCall, misunderstood, parsing, type Understood } from "./dialect.ts";
import { pointField } from "./points.ts";
import { SyntaxReader } from "./syntax.ts";

/** What the model says of an element beside its place, for readers. */
const description = { element_type: z.string().optional(), element_info: z.string().optional() };
const atBox = z.strictObject({ box: pointField, ...description });

const key = z.string().min(1).transform(keyName);
const stroke = z.strictObject({
  name: z.enum(["KEY_DOWN", "KEY_PRESS", "KEY_UP"]),
  arguments: z.strictObject({ key }),
});

const actions = {
  CLICK: action(atBox, ({ box }) => click(box)),
  DOUBLE_CLICK: action(atBox, ({ box }) => click(box, "left", 2)),
  RIGHT_CLICK: action(atBox, ({ box }) => click(box, "right")),
  HOVER: action(atBox, ({ box }) => moveTo(box)),
  TYPE: action(
    atBox.extend({
      text: z.string().refine(hasNoVariable, "there are no variables"),
      secret: secretField,
    }),
    ({ box, text, secret }) => [click(box), ...typeText(text, secret)],
  ),
  SCROLL_UP: scrolling("up"),
  SCROLL_DOWN: scrolling("down"),
  SCROLL_LEFT: scrolling("left"),
  SCROLL_RIGHT: scrolling("right"),
  KEY_PRESS: action(z.strictObject({ key }), (given) => press([given.key])),
  GESTURE: action(z.strictObject({ actions: z.array(stroke).min(1) }), (given) => chords(given.actions)),
  WAIT: action(z.strictObject({ seconds: z.number().min(0).max(600) }), ({ seconds }) => wait(seconds)),
  END: action(z.strictObject({}), (_, thought) => done(thought)),
  GIVE_UP: action(z.strictObject({ reason: z.string() }), ({ reason }) => giveUp(reason)),
} satisfies Record<string, Action>;

const mark = /^(.*?)Grounded Operation\s*[:：](.*)$/s;

/**
 * CogAgent: a sentence, then one operation on a box. Source: "Action_space_en" and "README_en" of
 * github.com/THUDM/CogAgent, which also has the two lines at the end of the instructions: they choose
 * between forms that the model was trained for. It knows three platforms, of which Windows is closest.
 * `WAIT` and `GIVE_UP` are not of its own; its actions that need another program than the desktop are
 * left out.
 */
export const cogAgent: Dialect = {
  instructions: `Answer in this form, with one operation:
Action: what you do and why
Grounded Operation: the operation

The operations. Boxes are [[left,top,right,bottom]] of the element, in the coordinates described above:
CLICK(box=[[x1,y1,x2,y2]], element_info='what it is')
DOUBLE_CLICK(box=[[x1,y1,x2,y2]])
RIGHT_CLICK(box=[[x1,y1,x2,y2]])
HOVER(box=[[x1,y1,x2,y2]])
TYPE(box=[[x1,y1,x2,y2]], text='text') # clicks, then types. Write \\' for ' and \\n for a line break; \\n at the end presses Enter. With secret=True for a password, which is then not recorded.
SCROLL_DOWN(box=[[x1,y1,x2,y2]], step_count=5) # also SCROLL_UP, SCROLL_LEFT, SCROLL_RIGHT
KEY_PRESS(key='Return')
GESTURE(actions=[KEY_DOWN(key='Lcontrol'), KEY_PRESS(key='A'), KEY_UP(key='Lcontrol')])
WAIT(seconds=5)
END() # when the task is done
GIVE_UP(reason='why') # when the task cannot be done

(Platform: WIN)
(Answer in Action-Operation format.)`,
  newestPictureOnly: true,
  pointing: `Find on the screenshot what the user names. Answer in this form:
Grounded Operation: CLICK(box=[[x1,y1,x2,y2]])`,
  parse: parsing(read),
};

function read(text: string): Understood {
  const [, before = "", operation] = mark.exec(bareAnswer(text)) ?? [];
  if (operation === undefined) throw misunderstood("The answer names no Grounded Operation.");
  assertOpens(before, "Grounded Operation");
  const thought = /\bAction\s*[:：](.*)$/s.exec(before)?.[1]?.trim() ?? before.trim();
  const reader = new SyntaxReader(operation);
  const calls: DialectCall[] = [];
  do {
    calls.push(...perform(actions, { ...reader.call(), thought }));
    // How sensitive the model takes the operation to be: "<<一般操作>>".
    reader.skip(/^<<[^<>]*>>/.exec(reader.rest())?.[0] ?? "");
  } while (reader.skip("Grounded Operation:") || reader.rest() !== "");
  return { thought, calls };
}

function scrolling(direction: Direction): Action {
  return action(atBox.extend({ step_count: z.int().min(1) }), ({ box, step_count }) =>
    scroll(box, direction, step_count),
  );
}

/** The model's names for keys are those of Windows, where Alt is called Menu. */
function keyName(name: string): string {
  return /^[lr]menu$/i.test(name) ? "alt" : name;
}

/** Elsewhere the model keeps texts in variables for later, and writes their names where they go. */
function hasNoVariable(text: string): boolean {
  return !text.includes("__CogName_");
}

/** Strokes as chords: modifiers go down, keys are pressed, and the modifiers go up again. */
function chords(strokes: readonly z.infer<typeof stroke>[]): readonly DialectCall[] {
  const named = (kind: string) =>
    strokes.filter(({ name }) => name === kind).map(({ arguments: { key: name } }) => name);
  const held = named("KEY_DOWN");
  const pressed = named("KEY_PRESS");
  const order = strokes.map(({ name }) => name.at(4)).join("");
  const isChord = /^D*P*U*$/.test(order);
  if (!isChord || held.toSorted().join() !== named("KEY_UP").toSorted().join()) {
    throw misunderstood("A GESTURE presses keys down, presses others, and lets go of all that are down.");
  }
  return pressed.length === 0 ? [press(held)] : pressed.map((each) => press([...held, each]));
}
