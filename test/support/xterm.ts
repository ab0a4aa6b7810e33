import { join } from "node:path";
import { waitUntilActive } from "./active-window.ts";
import { startChild } from "./child.ts";
import { programEnvironment } from "./program-environment.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { waitFor } from "./wait-for.ts";
import type { XServer } from "./x-server.ts";

export interface XtermOptions {
  readonly title?: string;
}

export interface Xterm extends AsyncDisposable {
  /** Its window, as the tools write it. */
  readonly id: string;
  /** The text that the terminal has received since the last `clear`, once it has at least `length` characters. */
  typed(length: number): Promise<string>;
  /** Everything that the terminal has received since the last `clear`, once an End key has come after it. */
  typedBeforeEnd(): Promise<string>;
  /** The text received so far. */
  received(): Promise<string>;
  /** Forgets what was received. */
  clear(): Promise<void>;
}

/** What a terminal gets for the End key. */
const endKey = "\u001b[F";

/** Says which window it is in, then copies every byte that the terminal gets into a file, untouched. */
const reader = 'stty raw -echo; printf %s "$WINDOWID" > "$0"; exec cat >> "$1"';

/** A terminal that has the keyboard and records what is typed into it. */
export async function openXterm(server: XServer, { title = "terminal" }: XtermOptions = {}): Promise<Xterm> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const windowFile = join(folder.path, "window");
  const typedFile = join(folder.path, "typed");
  await Bun.write(typedFile, "");
  const look = ["-u8", "-T", title, "-geometry", "80x24+0+0"];
  const terminal = resources.use(
    startChild(["xterm", ...look, "-e", "sh", "-c", reader, windowFile, typedFile], {
      env: programEnvironment(folder.path, server.display),
    }),
  );
  // The file is there, and empty, for a moment before it says anything.
  const readWindow = async () =>
    (await Bun.file(windowFile).exists()) && ((await Bun.file(windowFile).text()) || false);
  const ready = waitFor("xterm to run its reader", readWindow).then(async (window) => {
    await waitUntilActive(server, Number(window));
    return Number(window);
  });
  const window = await Promise.race([ready, terminal.untilItDies()]);

  let forgotten = 0;
  const received = async () => new TextDecoder().decode(await Bun.file(typedFile).slice(forgotten).bytes());
  const owned = resources.move();
  return {
    id: `0x${window.toString(16)}`,
    received,
    typed: (length) =>
      waitFor(`${length} characters in xterm`, async () => {
        const text = await received();
        return [...text].length >= length && text;
      }),
    async typedBeforeEnd() {
      const text = await waitFor("the End key in xterm", async () => {
        const text = await received();
        return text.endsWith(endKey) && text;
      });
      return text.slice(0, -endKey.length);
    },
    async clear() {
      forgotten = (await Bun.file(typedFile).stat()).size;
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
