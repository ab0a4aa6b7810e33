import { findProgram } from "#runtime";
import type { Log } from "../../../core/log.ts";
import type { ServerOptions } from "../connect.ts";
import { X11Connection } from "../connection.ts";
import { propertyChanges } from "../protocol.ts";
import type { X11Session } from "../session.ts";
import { type HelperProcess, startHelper } from "./helper-process.ts";

const windowType = 33;

const readyWithin = 5_000;

/**
 * Starts openbox on a display and waits until it manages windows. Without openbox the display works,
 * but windows have no frames and cannot be brought to the front: that is logged, not refused.
 */
export async function startWindowManager(
  options: ServerOptions & { readonly display: string; readonly authority: string },
  log: Log,
): Promise<HelperProcess | undefined> {
  const program = findProgram("openbox");
  if (program === undefined) {
    log.warn(
      "openbox is not installed, so windows on the private display have no frames (apt-get install openbox).",
    );
    return undefined;
  }
  await using connection = new X11Connection(options);
  const session = await connection.session();
  const ready = managed(session);
  await using started = new AsyncDisposableStack();
  const helper = startHelper(program, [], { DISPLAY: options.display, XAUTHORITY: options.authority });
  started.use(helper);
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, readyWithin);
  try {
    await Promise.race([ready, helper.ended, late]);
  } finally {
    clearTimeout(timer);
  }
  if (helper.hasEnded) log.warn(`openbox did not start: ${helper.complaint || "it ended at once"}`);
  started.move();
  return helper;
}

/** Resolves when a window manager has announced itself on the root window, or the session is lost. */
async function managed(session: X11Session): Promise<void> {
  const { client, root } = session;
  const { promise, resolve } = Promise.withResolvers<void>();
  session.onLost(() => resolve());
  const announcement = await session.call<number>((done) =>
    client.InternAtom(false, "_NET_SUPPORTING_WM_CHECK", done),
  );
  session.onEvent((event) => {
    if (event.name === "PropertyNotify" && event.atom === announcement) resolve();
  });
  await session.batch(() => client.ChangeWindowAttributes(root, { eventMask: propertyChanges }));
  const { type } = await session.call<{ readonly type: number }>((done) =>
    client.GetProperty(0, root, announcement, windowType, 0, 1, done),
  );
  if (type === windowType) resolve();
  await promise;
}
