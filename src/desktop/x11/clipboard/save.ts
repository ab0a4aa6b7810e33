import type { Clock } from "../../../core/clock.ts";
import { GuiAgentError } from "../../../core/errors.ts";
import type { X11Session } from "../session.ts";
import { nameOf, selectionAtoms, stringType } from "./atoms.ts";
import type { Item, Items } from "./items.ts";
import { Requestor } from "./requestor.ts";

const none = 0;

/** More than this is not kept in memory. */
const mostBytes = 256 * 1024 * 1024;

/** Targets that ask the owner to do something, or about itself. */
const sideTargets = new Set([
  "TARGETS",
  "MULTIPLE",
  "TIMESTAMP",
  "SAVE_TARGETS",
  "DELETE",
  "INSERT_PROPERTY",
  "INSERT_SELECTION",
]);

/** Targets that are answered with something of the owner's in the server, which goes with the owner. */
const handleTargets = new Set(["PIXMAP", "BITMAP", "DRAWABLE", "WINDOW", "COLORMAP", "CLIENT_WINDOW"]);

/**
 * Everything that another program holds out under a selection; undefined when nobody owns it. A target
 * that its owner lists and then refuses is left out: nobody else would get it either.
 * Throws `clipboard_unavailable` when it cannot be saved whole.
 */
export async function saveSelection(
  session: X11Session,
  selection: number,
  clock: Clock,
  signal: AbortSignal,
): Promise<Items | undefined> {
  const owner = await selectionOwner(session, selection);
  if (owner === none) return undefined;
  using requestor = await Requestor.open(session, clock);
  const time = await requestor.time();
  const { targets, utf8 } = await selectionAtoms(session);
  const items = new Map<number, Item>();
  let room = mostBytes;
  const list = await requestor.convert(selection, targets, { time, room, signal });
  // Very old programs have no list, only text.
  const offered = list === undefined ? [utf8, stringType] : atomsIn(list.data);
  const names = await Promise.all(offered.map((target) => nameOf(session, target)));
  for (const [index, target] of offered.entries()) {
    const name = names[index];
    if (name === undefined || sideTargets.has(name) || handleTargets.has(name)) continue;
    const item = await requestor.convert(selection, target, { time, room, signal });
    if (item === undefined) continue;
    room -= item.data.length;
    items.set(target, item);
  }
  if (items.size === 0 && names.some((name) => name !== undefined && handleTargets.has(name)))
    throw onlyHandles();
  return items;
}

export function selectionOwner(session: X11Session, selection: number): Promise<number> {
  return session.call((done) => session.client.GetSelectionOwner(selection, done));
}

/** Every atom of a list, once. */
export function atomsIn(data: Buffer): readonly number[] {
  const atoms = Array.from({ length: Math.floor(data.length / 4) }, (_, index) =>
    data.readUInt32LE(index * 4),
  );
  return [...new Set(atoms)].filter((atom) => atom !== none);
}

function onlyHandles(): GuiAgentError {
  return new GuiAgentError(
    "clipboard_unavailable",
    "What is on the clipboard exists only inside the program that has copied it, so it cannot be saved.",
    { remedy: "Copy something else, then try again." },
  );
}
