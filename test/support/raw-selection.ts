import type { PropertyValue, SelectionNotify } from "x11";
import { createSelectionWindow } from "../../src/desktop/x11/clipboard/requestor.ts";
import { openSession } from "../../src/desktop/x11/connect.ts";
import type { X11Session } from "../../src/desktop/x11/session.ts";
import { atom } from "../../src/desktop/x11/window-properties.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

const anyType = 0;
const none = 0;

/** A program that asks for the clipboard in the bare protocol, for what no toolkit does. */
export interface RawRequestor extends Disposable {
  readonly session: X11Session;
  readonly window: number;
  /**
   * Asks the clipboard's owner.
   * @param property where to put the answer; "" for none, as very old programs do
   * @returns the answer, in which the property is 0 for a refusal
   */
  ask(target: string, property: string): Promise<SelectionNotify>;
  write(property: string, type: string, numbers: readonly number[]): Promise<void>;
  read(property: string): Promise<PropertyValue>;
}

export async function openRawRequestor({ display }: XServer): Promise<RawRequestor> {
  const session = await openSession({ display, authority: undefined });
  const { client } = session;
  const window = createSelectionWindow(session);
  const answers: SelectionNotify[] = [];
  session.onEvent((event) => {
    if (event.name === "SelectionNotify") answers.push(event);
  });
  const number = (name: string) => (name === "" ? none : atom(session, name));
  return {
    session,
    window,
    async ask(target, property) {
      answers.length = 0;
      const [selection, targetAtom, place] = await Promise.all([
        atom(session, "CLIPBOARD"),
        atom(session, target),
        number(property),
      ]);
      await session.batch(() => client.ConvertSelection(window, selection, targetAtom, place, 0));
      return await waitFor("the answer of the clipboard's owner", () => answers[0]);
    },
    async write(property, type, numbers) {
      const [place, typeAtom] = await Promise.all([atom(session, property), atom(session, type)]);
      await session.batch(() => client.ChangeProperty(0, window, place, typeAtom, 32, numbers));
    },
    async read(property) {
      const place = await atom(session, property);
      return await session.call((done) => client.GetProperty(0, window, place, anyType, 0, 1_000_000, done));
    },
    [Symbol.dispose]: () => session.fail("is no longer used"),
  };
}
