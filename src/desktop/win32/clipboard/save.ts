import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import type { ClipboardFunctions } from "../api/user32-clipboard.ts";
import { text } from "../wide-text.ts";
import type { ClipboardApi } from "./clipboard-api.ts";
import { savingOf, standardFormat, standardName } from "./formats.ts";
import { copyItem, type Item } from "./items.ts";
import type { Patience } from "./open-clipboard.ts";
import { assertOwnerAnswers } from "./owner.ts";

/** More than this is not kept in memory. */
const mostBytes = 256 * 1024 * 1024;

const longestName = 256;

/** The formats on the clipboard, which must be open, in their order, with what the system adds by itself. */
export function formatsOf(user32: ClipboardFunctions): ReadonlyMap<number, string> {
  const found = new Map<number, string>();
  for (let format = 0; ; ) {
    format = user32.EnumClipboardFormats(format);
    if (format === 0) return found;
    found.set(format, nameOf(user32, format));
  }
}

/** As it is registered, or as the system calls it. */
export function nameOf(user32: ClipboardFunctions, format: number): string {
  const memory = new Uint8Array(longestName * 2);
  const length = user32.GetClipboardFormatNameW(format, memory, longestName);
  return length === 0 ? standardName(format) : text(memory, length);
}

/**
 * What is on the clipboard, which must be open, in every format that can be saved. A format that its owner
 * promises and then does not hand out is left out: nobody else would get it either.
 * Throws `clipboard_unavailable` when something would be lost, or takes too long.
 */
export async function saveAll(api: ClipboardApi, clock: Clock, patience: Patience): Promise<readonly Item[]> {
  const formats = formatsOf(api.user32);
  const items: Item[] = [];
  let room = mostBytes;
  for (const [format, name] of formats) {
    const saving = savingOf(format, name, formats);
    if (saving.how === "impossible")
      throw notGiven("holds files that only its owner can hand out, one by one");
    if (saving.how === "not") continue;
    // Each may have to be made first: whoever has cancelled has a turn in between.
    await clock.sleep(0, patience.signal);
    await assertOwnerAnswers(api, clock, patience);
    const handle = api.user32.GetClipboardData(format);
    if (clock.now() > patience.until) throw notGiven("holds more than its owner hands out in time");
    if (Number(handle) === 0) continue;
    const item = copyWithin(api, format, saving.how, handle, room);
    room -= item.data.length;
    items.push(item);
  }
  assertWhole(formats, items);
  return items;
}

type Arguments = Parameters<typeof copyItem>;

function copyWithin(...given: Arguments): Item {
  try {
    return copyItem(...given);
  } catch (thrown) {
    if (thrown instanceof RangeError) throw notGiven("holds more than can be saved");
    throw thrown;
  }
}

/** Throws where what stands for a format that cannot be saved was not handed out, or nothing was. */
function assertWhole(formats: ReadonlyMap<number, string>, items: readonly Item[]): void {
  const saved = new Set(items.map(({ format }) => format));
  for (const [format, name] of formats) {
    const saving = savingOf(format, name, formats);
    if (saving.how !== "not" || saving.madeOf.length === 0) continue;
    if (!saving.madeOf.some((other) => saved.has(other)))
      throw notGiven(`holds ${name}, which cannot be saved`);
  }
  // The system adds the language of a text by itself, before anybody has handed out the text.
  saved.delete(standardFormat.CF_LOCALE);
  if (formats.size > 0 && saved.size === 0) throw notGiven("hands out nothing that can be saved");
}

function notGiven(what: string): GuiAgentError {
  return new GuiAgentError("clipboard_unavailable", `The clipboard ${what}.`, {
    remedy: "Copy something else, then try again.",
  });
}
