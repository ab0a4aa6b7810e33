import { join } from "node:path";
import { runProgram } from "../../test/support/child.ts";
import { chromiumCommand } from "../../test/support/chromium.ts";
import { programEnvironment } from "../../test/support/program-environment.ts";
import { temporaryFolder } from "../../test/support/temporary-folder.ts";
import type { Sheet } from "./sheet.ts";

/** Draws a page into a PNG file. */
export async function renderSheet({ html, width, height }: Sheet, outfile: string): Promise<void> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "sheet.html");
  await Bun.write(file, html);
  const drawing = [
    "--headless",
    "--hide-scrollbars",
    `--window-size=${width},${height}`,
    `--screenshot=${outfile}`,
  ];
  await runProgram(chromiumCommand(folder.path, [...drawing, file]), programEnvironment(folder.path));
}
