import { join } from "node:path";
import { startChild } from "./child.ts";
import { programEnvironment } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

/**
 * Covers the first monitor with a window like a screen locker's, until disposal.
 * @param name the program that it passes for (WM_CLASS)
 */
export async function coverScreen(server: XServer, name: string): Promise<AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const program = resources.use(
    startChild(["/usr/bin/python3", join(import.meta.dir, "locker.py"), name], {
      env: { ...programEnvironment(folder.path, server.display), GDK_BACKEND: "x11", NO_AT_BRIDGE: "1" },
    }),
  );
  const shown = waitFor("the window over the screen", () => program.stdout().includes("shown"));
  await Promise.race([shown, program.untilItDies()]);
  return resources.move();
}
