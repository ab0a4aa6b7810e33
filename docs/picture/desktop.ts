import { join } from "node:path";
import { z } from "zod";
import { startChild } from "../../test/support/child.ts";
import { chromiumCommand } from "../../test/support/chromium.ts";
import { type PageServer, servePage } from "../../test/support/page-server.ts";
import { programEnvironment } from "../../test/support/program-environment.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import { waitFor } from "../../test/support/wait-for.ts";
import { startXServer, type XServer } from "../../test/support/x-server.ts";
import { bookingForm, title } from "./booking-form.ts";

/** Pixels. */
export const screenSize = { width: 960, height: 600 } as const;

const note = `Hi! Could you book us a
table at Lina's, please?

  Ada Lovelace
  020 7946 0018
  7 people
  by the window

Thank you!
`;

const rectangle = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() });
export type Rectangle = z.infer<typeof rectangle>;

/** A desktop with a note in a terminal and a form in a browser. */
export interface PictureDesktop extends AsyncDisposable {
  readonly display: string;
  /** The page's own word on what it shows. */
  readonly page: PageServer;
  /** Where an element is, in pixels of the screen. */
  rectangle(selector: string): Promise<Rectangle>;
}

export async function openPictureDesktop(): Promise<PictureDesktop> {
  await using resources = new AsyncDisposableStack();
  const server = resources.use(await startXServer({ size: screenSize }));
  const folder = resources.use(await temporaryFolder());
  const env = programEnvironment(folder.path, server.display);
  await server.run(["xsetroot", "-solid", "#2f4858"]);

  const noteFile = join(folder.path, "note.txt");
  await Bun.write(noteFile, note);
  const colours = ["-bg", "#1c2430", "-fg", "#e6e6e6"];
  // Without a visible caret: its blinking would make every picture different.
  const show = ["-e", "sh", "-c", 'printf "\\033[?25l"; cat "$0"; exec sleep infinity', noteFile];
  const face = ["-fa", "DejaVu Sans Mono", "-fs", "13"];
  resources.use(
    startChild(["xterm", "-T", "note.txt", "-geometry", "30x11+20+50", ...face, ...colours, ...show], {
      env,
    }),
  );
  await windowOrigin(server, "note.txt");

  const page = resources.use(servePage(bookingForm));
  const placement = ["--window-size=540,490", "--window-position=390,70"];
  resources.use(startChild(chromiumCommand(folder.path, [...placement, `--app=${page.url}`]), { env }));
  await waitFor("the form to be shown", () => page.connected(), { deadlineMs: 60_000 });
  const origin = await windowOrigin(server, title);

  const owned = resources.move();
  return {
    display: server.display,
    page,
    async rectangle(selector) {
      const inPage = await page.evaluate(
        rectangle,
        `document.querySelector("${selector}").getBoundingClientRect().toJSON()`,
      );
      return { ...inPage, x: origin.x + inPage.x, y: origin.y + inPage.y };
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

/** The top left corner of a window's contents, once there is such a window. */
function windowOrigin(server: XServer, name: string): Promise<{ readonly x: number; readonly y: number }> {
  return waitFor(`the window "${name}"`, async () => {
    const listing = await server.run(["xwininfo", "-root", "-tree"]);
    if (!listing.includes(`"${name}"`)) return undefined;
    const details = await server.run(["xwininfo", "-name", name]);
    const [x, y] = ["X", "Y"].map(
      (axis) => new RegExp(`Absolute upper-left ${axis}: +(-?\\d+)`).exec(details)?.[1],
    );
    return { x: Number(x), y: Number(y) };
  });
}
