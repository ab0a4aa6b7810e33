import { perSession, type X11Session } from "../session.ts";
import { atom, unlessGone } from "../window-properties.ts";

/** Names that every server has under the same number. */
export const atomType = 4;
export const integerType = 19;
export const stringType = 31;

/** The name behind a number; undefined where the server has given it to none. */
export function nameOf(session: X11Session, number: number): Promise<string | undefined> {
  return unlessGone(session.call<string>((done) => session.client.GetAtomName(number, done)));
}

/** The window of the program that owns a selection; 0 when nobody does. */
export function selectionOwner(session: X11Session, selection: number): Promise<number> {
  return session.call((done) => session.client.GetSelectionOwner(selection, done));
}

/** The numbers that a server has given to the names that selections work with (ICCCM, section 2). */
export const selectionAtoms = perSession(async (session) => {
  const named = (name: string) => atom(session, name);
  const [targets, multiple, timestamp, atomPair, incr, property] = await Promise.all([
    named("TARGETS"),
    named("MULTIPLE"),
    named("TIMESTAMP"),
    named("ATOM_PAIR"),
    named("INCR"),
    named("GUI_AGENT_SELECTION"),
  ]);
  return { targets, multiple, timestamp, atomPair, incr, property };
});

export type SelectionAtoms = Awaited<ReturnType<typeof selectionAtoms>>;
