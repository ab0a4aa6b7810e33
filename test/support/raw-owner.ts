import type { SelectionRequest } from "x11";
import { createSelectionWindow } from "../../src/desktop/x11/clipboard/requestor.ts";
import { openSession } from "../../src/desktop/x11/connect.ts";
import { atom } from "../../src/desktop/x11/window-properties.ts";
import type { XServer } from "./x-server.ts";

const none = 0;
const propertyChanges = 0x40_0000;
const deleted = 1;

/** What a program can do when it is asked for what it has copied. */
export interface Asked {
  /** Whether it is asked for the text, not for another form. */
  readonly isText: boolean;
  /** Gives a text, whole or as the next part of it. */
  give(text: string): void;
  /** Announces a text in parts; `next` is called for each one, which an empty text ends. */
  announce(bytes: number, next: () => void): void;
}

/** What it does when it is asked. It refuses with "refused", and a promise that never resolves is no answer. */
export type Answer = (asked: Asked) => unknown;

export interface RawOwnerOptions {
  /** Targets that it offers besides UTF8_STRING. */
  readonly others?: readonly string[];
  /** As what it gives its list of targets; default 32 bits each, of the type ATOM. */
  readonly list?: { readonly type: string; readonly format: 8 | 32 };
  /** How often it says that it has answered; default once. */
  readonly times?: number;
  readonly answer: Answer;
}

export interface RawOwner extends Disposable {
  /** Whether somebody has taken the clipboard from it. */
  readonly hasLost: boolean;
}

/** A program that has copied a text and hands it out in the bare protocol, as no toolkit does. */
export async function openRawOwner(
  { display }: XServer,
  { others = [], list = { type: "ATOM", format: 32 }, times = 1, answer }: RawOwnerOptions,
): Promise<RawOwner> {
  const session = await openSession({ display, authority: undefined });
  const { client } = session;
  const window = createSelectionWindow(session);
  const names = ["CLIPBOARD", "TARGETS", "UTF8_STRING", "INCR", list.type, ...others];
  const [selection = 0, targets = 0, utf8 = 0, incr = 0, listType = 0, ...offered] = await Promise.all(
    names.map((name) => atom(session, name)),
  );

  const asked = ({ requestor, property, target }: SelectionRequest): Asked => ({
    isText: target === utf8,
    give(text) {
      if (!session.isLost) client.ChangeProperty(0, requestor, property, utf8, 8, Buffer.from(text));
    },
    announce(bytes, next) {
      session.onEvent((event) => {
        if (event.name === "PropertyNotify" && event.wid === requestor && event.state === deleted) next();
      });
      client.ChangeWindowAttributes(requestor, { eventMask: propertyChanges });
      client.ChangeProperty(0, requestor, property, incr, 32, [bytes]);
    },
  });
  const giveList = ({ requestor, property }: SelectionRequest) => {
    const data = list.format === 32 ? [utf8, ...offered] : Buffer.from("no list");
    client.ChangeProperty(0, requestor, property, listType, list.format, data);
  };
  const handle = async (request: SelectionRequest) => {
    const { requestor, target, time, property } = request;
    const outcome = target === targets ? giveList(request) : await answer(asked(request));
    if (session.isLost) return;
    const notify = { requestor, selection, target, time, property: outcome === "refused" ? none : property };
    for (let told = 0; told < times; told += 1) {
      client.SendEvent(requestor, 0, 0, { name: "SelectionNotify", ...notify });
    }
  };

  let hasLost = false;
  session.onEvent((event) => {
    if (event.name === "SelectionClear") hasLost = true;
    if (event.name === "SelectionRequest") void handle(event);
  });
  await session.batch(() => client.SetSelectionOwner(window, selection, 0));
  return {
    get hasLost() {
      return hasLost;
    },
    [Symbol.dispose]: () => session.fail("is no longer used"),
  };
}
