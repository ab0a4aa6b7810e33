import type { ClientMessage } from "x11";
import type { Clock } from "../../core/clock.ts";
import { EventQueue } from "./event-queue.ts";
import { windowsWithKeyboard } from "./keyboard-focus.ts";
import type { X11Session } from "./session.ts";
import { atom, readNumbers, unlessGone } from "./window-properties.ts";

/** Event mask: SubstructureNotify, by which a window manager hears the answers. */
const answers = 0x8_0000;
/** Event mask: no events of the window; for a message: whoever has made the window gets it. */
const nothing = 0;

/** How long a busy program may take, in milliseconds. */
const readWithin = 5_000;
/** Between two looks whether the window is still there: one that a line break has closed does not answer. */
const lookEveryMs = 50;

/**
 * Waits until the program that has the keyboard has read all keys so far. It is asked as window managers ask
 * whether a program hangs (EWMH, `_NET_WM_PING`): programs read their events in order.
 * @returns whether it has said so within 5 s, or closed the window; false at once where it does not take part in that
 */
export async function keysRead(session: X11Session, clock: Clock, signal?: AbortSignal): Promise<boolean> {
  const [protocols, ping] = await Promise.all([atom(session, "WM_PROTOCOLS"), atom(session, "_NET_WM_PING")]);
  const window = await windowThatAnswers(session, ping);
  if (window === undefined) return false;
  const { client, root } = session;
  // In place of a time: window managers pass over answers to a question that is not theirs.
  const question = Math.trunc(clock.now());
  using heard = new EventQueue<ClientMessage>(session, clock, (event) => {
    if (event.name !== "ClientMessage" || event.message_type !== protocols) return undefined;
    const [protocol, answered, about] = event.data;
    return protocol === ping && answered === question && about === window ? event : undefined;
  });
  await session.batch(() => client.ChangeWindowAttributes(root, { eventMask: answers }));
  try {
    const ask = session.batch(() =>
      client.SendEvent(window, 0, nothing, {
        ...{ name: "ClientMessage", format: 32, wid: window, message_type: protocols },
        data: [ping, question, window, 0, 0],
      }),
    );
    await unlessGone(ask);
    for (const end = clock.now() + readWithin; clock.now() < end; ) {
      if ((await heard.next(lookEveryMs, signal)) !== undefined) return true;
      if ((await unlessGone(readNumbers(session, window, "WM_PROTOCOLS"))) === undefined) return true;
    }
    return false;
  } finally {
    await session.batch(() => client.ChangeWindowAttributes(root, { eventMask: nothing }));
  }
}

async function windowThatAnswers(session: X11Session, ping: number): Promise<number | undefined> {
  for (const window of await windowsWithKeyboard(session)) {
    const protocols = await unlessGone(readNumbers(session, window, "WM_PROTOCOLS"));
    if (protocols?.includes(ping) === true) return window;
  }
  return undefined;
}
