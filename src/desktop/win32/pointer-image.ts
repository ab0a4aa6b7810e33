import { GuiAgentError } from "../../core/errors.ts";
import type { Size } from "../../core/geometry.ts";
import type { Handle } from "../native/types.ts";
import type { PointerImage } from "../port.ts";
import type { System } from "./api/system.ts";
import { DrawingSurface } from "./drawing-surface.ts";

const nothing = { x: 0, y: 0, width: 0, height: 0, pixels: new Uint8Array(0) };

/** `CURSORINFO`: flags at 4, the cursor at 8, its place at 16. */
const cursorInfoSize = 24;
const isShowing = 1;

/** `DI_NORMAL`. */
const drawAsShown = 3;

/**
 * What the pointer looks like, in physical pixels of the desktop; nothing while it is hidden.
 * @throws `unsupported` where the system does not give out its picture, as Wine does not of those of other programs
 */
export function pointerImage(system: System): PointerImage {
  const memory = new Uint8Array(cursorInfoSize);
  const view = new DataView(memory.buffer);
  view.setUint32(0, cursorInfoSize, true);
  if (system.user32.GetCursorInfo(memory) === 0 || view.getUint32(4, true) !== isShowing) return nothing;
  const cursor = view.getBigUint64(8, true);
  // The program in front has set none.
  if (cursor === 0n) return nothing;
  const shape = shapeOf(system, cursor);
  return {
    x: view.getInt32(16, true) - shape.hotX,
    y: view.getInt32(20, true) - shape.hotY,
    width: shape.width,
    height: shape.height,
    pixels: draw(system, cursor, shape),
  };
}

/** Its size and the place in it that points. */
function shapeOf({ user32, gdi32, kernel32 }: System, cursor: Handle) {
  // ICONINFO: whether it is an icon, the hot spot at 4 and 8, the bitmaps of mask and colours at 16 and 24.
  const memory = new Uint8Array(32);
  if (user32.GetIconInfo(cursor, memory) === 0) throw untold(kernel32.GetLastError());
  const view = new DataView(memory.buffer);
  const [mask, colors] = [view.getBigUint64(16, true), view.getBigUint64(24, true)];
  try {
    // BITMAP: width and height at 4 and 8.
    const bitmap = new Uint8Array(32);
    if (gdi32.GetObjectW(colors === 0n ? mask : colors, bitmap.length, bitmap) === 0)
      throw untold(kernel32.GetLastError());
    const measures = new DataView(bitmap.buffer);
    const [width, height] = [measures.getInt32(4, true), measures.getInt32(8, true)];
    // One without colours has two masks, one below the other.
    const size = { width, height: colors === 0n ? height / 2 : height };
    return { ...size, hotX: view.getUint32(4, true), hotY: view.getUint32(8, true) };
  } finally {
    for (const bitmap of [mask, colors]) if (bitmap !== 0n) gdi32.DeleteObject(bitmap);
  }
}

/**
 * Drawn by the system on black and on white, which tells what of each pixel shows through, whatever kind
 * of cursor it is. Pixels that invert what is below, as those of a text cursor do, come out black and with a
 * white edge, so that they are seen on anything.
 */
function draw(system: System, cursor: Handle, size: Size): Uint8Array {
  const black = drawOn(system, cursor, size, 0);
  const white = drawOn(system, cursor, size, 0xff);
  const pixels = new Uint8Array(black.length);
  const inverting: number[] = [];
  for (let at = 0; at < pixels.length; at += 4) {
    const shownThrough = (white[at + 1] ?? 0) - (black[at + 1] ?? 0);
    const isInverting = shownThrough < 0;
    if (isInverting) inverting.push(at);
    pixels[at + 3] = isInverting ? 0xff : 0xff - shownThrough;
    // On black, colours come out multiplied by their alpha.
    if (!isInverting) pixels.set(black.subarray(at, at + 3), at);
  }
  const row = size.width * 4;
  for (const at of inverting) {
    const isFirst = at % row === 0;
    const isLast = at % row === row - 4;
    for (const beside of [at - row, at + row, ...(isFirst ? [] : [at - 4]), ...(isLast ? [] : [at + 4])]) {
      if (pixels[beside + 3] === 0) pixels.fill(0xff, beside, beside + 4);
    }
  }
  return pixels;
}

function drawOn(system: System, cursor: Handle, size: Size, background: number): Uint8Array {
  using surface = new DrawingSurface(system, size);
  surface.fill(background);
  system.user32.DrawIconEx(surface.context, 0, 0, cursor, size.width, size.height, 0, 0, drawAsShown);
  const pixels = new Uint8Array(size.width * size.height * 4);
  surface.copyTo(pixels);
  return pixels;
}

function untold(code: number): GuiAgentError {
  return new GuiAgentError(
    "unsupported",
    `Windows does not tell what the pointer looks like (error ${code}).`,
    {
      remedy: "Leave out cursor; gui_cursor_position tells where the pointer is.",
    },
  );
}
