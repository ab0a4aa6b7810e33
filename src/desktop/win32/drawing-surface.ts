import { GuiAgentError } from "../../core/errors.ts";
import type { Size } from "../../core/geometry.ts";
import { memoryAt } from "../native/memory.ts";
import type { Handle } from "../native/types.ts";
import type { Gdi32 } from "./api/gdi32.ts";
import type { System } from "./api/system.ts";

/** `BITMAPINFOHEADER`. */
const headerSize = 40;

/** Memory that GDI draws into, as BGRA, rows without padding, top row first. */
export class DrawingSurface implements Size, Disposable {
  readonly width: number;
  readonly height: number;
  /** A device context to draw with. */
  readonly context: Handle;
  readonly #gdi32: Gdi32;
  readonly #bitmap: Handle;
  readonly #pixels: Uint8Array<ArrayBuffer>;
  /** What was selected before: a bitmap that is selected cannot be deleted. */
  readonly #before: Handle;

  constructor({ gdi32 }: Pick<System, "gdi32">, { width, height }: Size) {
    this.width = width;
    this.height = height;
    this.#gdi32 = gdi32;
    this.context = gdi32.CreateCompatibleDC(0);
    const address = new Uint8Array(8);
    const bitmap = gdi32.CreateDIBSection(this.context, bitmapInfo(width, height), 0, address, 0, 0);
    if (bitmap === 0) {
      gdi32.DeleteDC(this.context);
      throw new GuiAgentError("internal", `Windows has no memory for a picture of ${width}×${height}.`, {
        remedy: "Close programs, or ask for a smaller region.",
      });
    }
    this.#bitmap = bitmap;
    this.#before = gdi32.SelectObject(this.context, bitmap);
    const start = new DataView(address.buffer).getBigUint64(0, true);
    this.#pixels = memoryAt(start, width * height * 4);
  }

  /** What has been drawn, not copied: valid until disposal. */
  pixels(): Uint8Array<ArrayBuffer> {
    // Drawing may be queued.
    this.#gdi32.GdiFlush();
    return this.#pixels;
  }

  [Symbol.dispose](): void {
    this.#gdi32.SelectObject(this.context, this.#before);
    this.#gdi32.DeleteObject(this.#bitmap);
    this.#gdi32.DeleteDC(this.context);
  }
}

function bitmapInfo(width: number, height: number): Uint8Array {
  const memory = new Uint8Array(headerSize);
  const view = new DataView(memory.buffer);
  view.setUint32(0, headerSize, true);
  view.setInt32(4, width, true);
  // Negative: the top row comes first.
  view.setInt32(8, -height, true);
  view.setUint16(12, 1, true);
  view.setUint16(14, 32, true);
  return memory;
}
