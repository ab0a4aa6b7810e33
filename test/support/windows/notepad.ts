import { stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { temporaryFolder } from "../temporary-folder.ts";
import type { ToolClient } from "../tool-client.ts";
import { waitFor } from "../wait-for.ts";
import { type ListedWindow, listWindows } from "../window-list.ts";

/** The machine's own Notepad, with a file of the test's own. */
export interface Notepad extends AsyncDisposable {
  /** What its title has of the file's name. */
  readonly title: string;
  /** Its window as gui-agent lists it, or nothing where it does not. */
  window(): Promise<ListedWindow | undefined>;
  /** Saves the file, and waits until it has a text that is accepted; returns it, with plain line breaks. */
  save(what: string, accepts: (text: string) => boolean): Promise<string>;
  /** Ends it, and waits until its window is no longer listed. */
  end(): Promise<void>;
}

/** Opens it and waits for its window. Refused where somebody has a Notepad open, which would end with ours. */
export async function openNotepad(agent: ToolClient): Promise<Notepad> {
  if ((await listWindows(agent, { app: "notepad" })).length > 0)
    throw new Error("These tests write into Notepad, and end it: close the one that is open.");
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const title = basename(folder.path);
  // Notepad keeps the encoding that it finds, but does not correct the spelling in logs.
  const file = join(folder.path, `${title}.log`);
  await Bun.write(file, "\ufeff");
  const started = Bun.spawn(["notepad.exe", file], { stdio: ["ignore", "ignore", "ignore"] });
  resources.defer(async () => {
    started.kill();
    await started.exited;
  });
  const window = async () => (await listWindows(agent, { title }))[0];
  // The first start of an app may take long.
  const { pid } = await waitFor("Notepad's window", window, { deadlineMs: 60_000 });
  if (pid === undefined) throw new Error("The window is of no process.");
  const end = async () => {
    // Of the process that was started, the window often is not: it may hand over to an app, and end.
    if ((await window()) === undefined) return;
    process.kill(pid);
    await waitFor("the window to be gone", async () => (await window()) === undefined);
  };
  resources.defer(end);
  const owned = resources.move();
  return {
    title,
    window,
    async save(what, accepts) {
      const before = await stat(file);
      await agent.call("gui_hotkey", { keys: ["ctrl", "s"] });
      // Notepad cannot open the file while it is being read, so not before it has. It may also replace it.
      const isSaved = async () => (await stat(file).catch(() => before)).mtimeMs !== before.mtimeMs;
      await waitFor("Notepad to save", isSaved);
      let text: string | undefined;
      return await waitFor(
        what,
        async () => {
          text = await read(file).catch(() => undefined);
          return text !== undefined && accepts(text) && text;
        },
        { explain: () => `The file has ${JSON.stringify(text)}.` },
      );
    },
    end,
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** Throws while Notepad writes, for then nobody else may read. */
async function read(file: string): Promise<string> {
  // The mark of the encoding is not part of what is decoded.
  return new TextDecoder("utf-8").decode(await Bun.file(file).bytes()).replaceAll("\r\n", "\n");
}
