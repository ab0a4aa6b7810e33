import type { X11Session } from "./session.ts";
import { atom, readNumbers } from "./window-properties.ts";

/** A key or a button as the server numbers it: a keycode, or a button of the device. */
export interface Control {
  readonly kind: "key" | "button";
  readonly detail: number;
}

/**
 * A property of the root window. The server keeps a key down when the connection that pressed it ends, and
 * forgets whose it was: who is killed leaves in it what the next gui-agent has to let go of.
 */
const noteName = "_GUI_AGENT_HELD";

const replace = 0;
const cardinalType = 6;
const kinds = ["key", "button"] as const;

/** The server's number for the note. */
export function heldNote(session: X11Session): Promise<number> {
  return atom(session, noteName);
}

/** Says what is down. Use it inside `batch`. */
export function writeNote(session: X11Session, note: number, controls: readonly Control[]): void {
  const { client, root } = session;
  const numbers = controls.flatMap(({ kind, detail }) => [kinds.indexOf(kind), detail]);
  if (numbers.length === 0) client.DeleteProperty(root, note);
  else client.ChangeProperty(replace, root, note, cardinalType, 32, numbers);
}

/** What somebody has said to be down; any program may have written it. */
export async function readNote(session: X11Session): Promise<readonly Control[]> {
  const numbers = await readNumbers(session, session.root, noteName);
  return numbers.flatMap((number, index) => {
    const kind = kinds[number];
    const detail = numbers[index + 1];
    const isWhole = index % 2 === 0 && kind !== undefined && detail !== undefined && detail <= 0xff;
    return isWhole ? [{ kind, detail }] : [];
  });
}
