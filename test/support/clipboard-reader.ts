import { join } from "node:path";
import { z } from "zod";
import { startChild } from "./child.ts";
import type { Selection } from "./clipboard-owner.ts";
import { EventLog } from "./event-log.ts";
import { gtkEnvironment } from "./gtk-app.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import type { XServer } from "./x-server.ts";

const target = z.object({ type: z.string(), format: z.number(), bytes: z.number(), sha256: z.string() });

const contents = z.object({
  /** Whether any program owns the selection, and be it without a single target. */
  isOwned: z.boolean(),
  /** By target; null where the owner offers a target and does not give it. */
  targets: z.record(z.string(), target.nullable()),
});
export type ClipboardContents = z.infer<typeof contents>;

export const nothingCopied: ClipboardContents = { isOwned: false, targets: {} };

export interface ClipboardReader extends AsyncDisposable {
  /** Everything that is on the clipboard now. */
  read(selection?: Selection): Promise<ClipboardContents>;
}

/** A program without a window that reads the clipboard. */
export async function openClipboardReader(server: XServer): Promise<ClipboardReader> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const answer = contents.extend({ id: z.number() });
  const answers = new EventLog<z.infer<typeof answer>>();
  const program = resources.use(
    startChild(["/usr/bin/python3", join(import.meta.dir, "clipboard-reader.py")], {
      env: gtkEnvironment(folder.path, server.display),
      onLine: (line) => answers.add(answer.parse(JSON.parse(line))),
    }),
  );
  let lastId = 0;
  const owned = resources.move();
  return {
    async read(selection = "CLIPBOARD") {
      lastId += 1;
      const id = lastId;
      program.write(`${JSON.stringify({ id, selection })}\n`);
      const answered = answers.waitFor("the clipboard's reader", (event) => event.id === id && event);
      const { isOwned, targets } = await Promise.race([answered, program.untilItDies()]);
      return { isOwned, targets };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
