import type { PropertyValue, SelectionNotify, SelectionRequest } from "x11";
import { createSelectionWindow } from "../../src/desktop/x11/clipboard/requestor.ts";
import { openSession } from "../../src/desktop/x11/connect.ts";
import type { X11Session } from "../../src/desktop/x11/session.ts";
import { atom } from "../../src/desktop/x11/window-properties.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

const anyType = 0;
const none = 0;
const propertyChanges = 0x40_0000;
const deleted = 1;

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

export interface RawOwner extends Disposable {
  /** Whether somebody has taken the clipboard from it. */
  readonly hasLost: boolean;
}

/** A program that has copied a text, offers one more target, and never answers when it is asked for that. */
export function copyWithSilentTarget(server: XServer, text: string): Promise<RawOwner> {
  return copy(
    server,
    ["application/x-never-ready"],
    ({ session, type, request: { requestor, property } }) => {
      session.client.ChangeProperty(0, requestor, property, type, 8, Buffer.from(text));
    },
  );
}

/** A program that has copied a long text, announces it as twice as long as what it then gives in parts. */
export async function copyInPart(server: XServer, text: string): Promise<RawOwner> {
  return await copy(server, [], ({ session, type, incr, request: { requestor, property } }) => {
    const { client } = session;
    const parts = [Buffer.from(text), Buffer.alloc(0)];
    session.onEvent((event) => {
      if (event.name !== "PropertyNotify" || event.wid !== requestor || event.state !== deleted) return;
      const part = parts.shift();
      if (part !== undefined) client.ChangeProperty(0, requestor, property, type, 8, part);
    });
    client.ChangeWindowAttributes(requestor, { eventMask: propertyChanges });
    client.ChangeProperty(0, requestor, property, incr, 32, [2 * Buffer.byteLength(text)]);
  });
}

interface Asked {
  readonly session: X11Session;
  readonly request: SelectionRequest;
  /** The atom of UTF8_STRING, which is the only type that is given. */
  readonly type: number;
  readonly incr: number;
}

/** @param silent targets that are offered and never answered */
async function copy(
  { display }: XServer,
  silent: readonly string[],
  give: (asked: Asked) => void,
): Promise<RawOwner> {
  const session = await openSession({ display, authority: undefined });
  const { client } = session;
  const window = createSelectionWindow(session);
  const [selection = 0, targets = 0, type = 0, incr = 0, atomType = 0, ...unanswered] = await Promise.all(
    ["CLIPBOARD", "TARGETS", "UTF8_STRING", "INCR", "ATOM", ...silent].map((name) => atom(session, name)),
  );
  let hasLost = false;
  session.onEvent((event) => {
    if (event.name === "SelectionClear") hasLost = true;
    if (event.name !== "SelectionRequest" || unanswered.includes(event.target)) return;
    const { requestor, property, target, time } = event;
    if (target === targets) {
      client.ChangeProperty(0, requestor, property, atomType, 32, [type, ...unanswered]);
    } else give({ session, request: event, type, incr });
    const answer = { requestor, selection, target, time, property };
    client.SendEvent(requestor, 0, 0, { name: "SelectionNotify", ...answer });
  });
  await session.batch(() => client.SetSelectionOwner(window, selection, 0));
  return {
    get hasLost() {
      return hasLost;
    },
    [Symbol.dispose]: () => session.fail("is no longer used"),
  };
}
