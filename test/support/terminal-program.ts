import { startChild } from "./child.ts";
import { programEnvironment } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { XServer } from "./x-server.ts";

/**
 * A terminal in which a shell script runs, for what it shows; `openXterm` is for what it receives.
 * @param geometry as xterm takes it, such as `40x10+100+0`
 */
export async function showInTerminal(
  server: XServer,
  geometry: string,
  script: string,
): Promise<AsyncDisposable> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  resources.use(
    // -bc: the cursor blinks, while the terminal has the keyboard.
    startChild(["xterm", "-bc", "-geometry", geometry, "-e", "sh", "-c", script], {
      env: programEnvironment(folder.path, server.display),
    }),
  );
  const owned = resources.move();
  return { [Symbol.asyncDispose]: () => owned.disposeAsync() };
}
