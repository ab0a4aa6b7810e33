import type { X11Session } from "./session.ts";
import { readNumbers, readProperty, unlessGone } from "./window-properties.ts";

/** What the window manager calls itself (EWMH), or undefined when there is none. */
export async function windowManagerName(session: X11Session): Promise<string | undefined> {
  const [announced] = await readNumbers(session, session.root, "_NET_SUPPORTING_WM_CHECK");
  if (announced === undefined) return undefined;
  const name = await unlessGone(readProperty(session, announced, "_NET_WM_NAME"));
  return name?.data.toString("utf8");
}
