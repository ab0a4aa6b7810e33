import { join } from "node:path";
import { temporaryFolder } from "./temporary-folder.ts";
import type { XServer } from "./x-server.ts";

/** The pattern repeats after this many pixels: at no distance at which tests put monitors. */
const tile = { width: 1000, height: 700 };
const blockSize = 20;

/** Covers the screen's background with blocks in an order that makes one place differ from every other. */
export async function hangWallpaper(server: XServer): Promise<void> {
  await using folder = await temporaryFolder();
  const file = join(folder.path, "wallpaper.xbm");
  await Bun.write(file, bitmap());
  await server.run(["xsetroot", "-bitmap", file, "-fg", "#c04020", "-bg", "#1060a0"]);
}

/** An X bitmap, as text: one bit a pixel, the leftmost in the lowest bit. Xlib reads short lines only. */
function bitmap(): string {
  const random = pseudoRandom();
  const rows = Array.from({ length: tile.height / blockSize }, () =>
    Array.from({ length: tile.width / blockSize }, () => random() < 0.5),
  );
  const bytes: string[] = [];
  for (let y = 0; y < tile.height; y += 1) {
    for (let x = 0; x < tile.width; x += 8) {
      let byte = 0;
      for (let bit = 0; bit < 8; bit += 1) {
        if (rows[Math.floor(y / blockSize)]?.[Math.floor((x + bit) / blockSize)]) byte |= 1 << bit;
      }
      bytes.push(`0x${byte.toString(16)}`);
    }
  }
  return `#define wallpaper_width ${tile.width}
#define wallpaper_height ${tile.height}
static char wallpaper_bits[] = {
${bytes.join(",\n")}
};
`;
}

/** The same numbers in every run, so that a failure can be repeated. */
function pseudoRandom(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
