import { z } from "zod";
import { type Action, action, perform } from "./actions.ts";
import { bareAnswer } from "./answer.ts";
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
import { type Dialect, type DialectCall, misunderstood, parsing, type Understood } from "./dialect.ts";
import { pointField } from "./points.ts";
import { SyntaxReader } from "./syntax.ts";

/** The model says how far to scroll only by its direction. In notches of the wheel. */
const usualScroll = 5;

const nothing = z.null().default(null);
const atPoint = z.strictObject({ value: z.string().nullable().default(null), position: pointField });
const alone = z.strictObject({ value: nothing, position: nothing });
const saying = z.strictObject({ value: z.string(), position: nothing });

const clicking = action(atPoint, ({ position }) => click(position));

const actions = {
  CLICK: clicking,
  SELECT: clicking,
  HOVER: action(atPoint, ({ position }) => moveTo(position)),
  INPUT: action(
    z.strictObject({ value: z.string(), position: pointField, secret: secretField }),
    ({ value, position, secret }) => [click(position), ...typeText(value, secret)],
  ),
  ENTER: action(alone, () => press(["enter"])),
  SCROLL: action(
    z.strictObject({ value: z.string().toLowerCase().pipe(z.enum(directions)), position: pointField }),
    ({ value, position }) => scroll(position, value, usualScroll),
  ),
  SELECT_TEXT: action(
    z.strictObject({ value: nothing, position: z.tuple([pointField, pointField]) }),
    ({ position: [start, end] }) => drag(start, end),
  ),
  WAIT: action(alone, () => wait(5)),
  ANSWER: action(saying, ({ value }) => done(value)),
  GIVE_UP: action(saying, ({ value }) => giveUp(value)),
} satisfies Record<string, Action>;

const dictionary = z.looseObject({ action: z.string() });

/**
 * ShowUI: dictionaries as Python writes them. Source: "QUICK_START" of github.com/showlab/ShowUI. `WAIT`
 * and `GIVE_UP` are not of its own. Nor is the place to scroll at, but no tool scrolls at none.
 */
export const showUi: Dialect = {
  instructions: `Answer with one action as a dictionary, and nothing else:
{'action': 'CLICK', 'value': None, 'position': [x,y]}

x and y are in the coordinates described above. What an action does not need is None. The actions:
CLICK, SELECT, HOVER: the position
INPUT: the position, which is clicked, and as value the text; a line break at its end presses Enter; with 'secret': True for a password, which is then not recorded
ENTER: presses Enter
SCROLL: as value 'down', 'up', 'left' or 'right', and the position where to scroll
SELECT_TEXT: as position [[x1,y1], [x2,y2]], from where to where
WAIT: lets five seconds pass
ANSWER: as value what came of it, when the task is done
GIVE_UP: as value why the task cannot be done`,
  pointing: `Find on the screenshot what the user names. Answer with nothing but the middle of it: [x, y]`,
  parse: parsing(read),
};

/** Several actions are separated by commas, perhaps in a list. */
function read(text: string): Understood {
  const reader = new SyntaxReader(bareAnswer(text));
  const written: unknown[] = [];
  do {
    if (!/^[[{]/.test(reader.rest())) throw misunderstood("The answer is not a dictionary with an action.");
    written.push(reader.value());
    reader.skip(",");
  } while (reader.rest() !== "");
  const calls = written.flat().flatMap((each): readonly DialectCall[] => {
    const parsed = dictionary.safeParse(each);
    if (!parsed.success) throw misunderstood("An answer consists of dictionaries, each with an action.");
    const { action: name, ...given } = parsed.data;
    return perform(actions, { name, arguments: given, thought: "" });
  });
  if (calls.length === 0) throw misunderstood("The answer names no action.");
  return { thought: "", calls };
}
