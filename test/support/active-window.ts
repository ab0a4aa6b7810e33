import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

/** Waits until the window manager has given the keyboard to a window. */
export async function waitUntilActive(server: XServer, window: number): Promise<void> {
  const activeWindow = async () => {
    const answer = await server.run(["xprop", "-root", "_NET_ACTIVE_WINDOW"]);
    return Number(/window id # (0x[0-9a-f]+)/.exec(answer)?.[1] ?? 0);
  };
  await waitFor(`window ${window} to be active`, async () => (await activeWindow()) === window);
}
