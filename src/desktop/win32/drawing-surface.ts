import { GuiAgentError } from "../../core/errors.ts";
import type { Size } from "../../core/geometry.ts";
import { writeMemory } from "../native/memory.ts";
import type { Handle } from "../native/types.ts";
import type { Gdi32 } from "./api/gdi32.ts";
import type { Kernel32 } from "./api/kernel32.ts";
import type { System } from "./api/system.ts";

const bytesPerPixel = 4;

/** `BITMAPINFOHEADER`. */
const headerSize = 40;

/** Memory that GDI draws into, as BGRA, rows without padding, top row first. */
export class DrawingSurface implements Size, Disposable {
  readonly width: number;
  readonly height: number;
  /** A device context to draw with. */
  readonly context: Handle;
  readonly #gdi32: Gdi32;
  readonly #kernel32: Pick<Kernel32, "RtlMoveMemory">;
  readonly #bitmap: Handle;
  /** Where the pixels are. */
  readonly #address: Handle;
  /** What was selected before: a bitmap that is selected cannot be deleted. */
  readonly #before: Handle;

  constructor({ gdi32, kernel32 }: Pick<System, "gdi32" | "kernel32">, { width, height }: Size) {
    this.width = width;
    this.height = height;
    this.#gdi32 = gdi32;
    this.#kernel32 = kernel32;
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
    this.#address = new DataView(address.buffer).getBigUint64(0, true);
  }

  /** Gives every byte of every pixel one value. */
  fill(value: number): void {
    writeMemory(this.#address, new Uint8Array(this.#length).fill(value));
  }

  /** Copies what has been drawn. @param target as many bytes as the pixels have */
  copyTo(target: Uint8Array): void {
    if (target.length !== this.#length) throw new RangeError();
    // Drawing may be queued.
    this.#gdi32.GdiFlush();
    this.#kernel32.RtlMoveMemory(target, this.#address, target.length);
  }

  [Symbol.dispose](): void {
    this.#gdi32.SelectObject(this.context, this.#before);
    this.#gdi32.DeleteObject(this.#bitmap);
    this.#gdi32.DeleteDC(this.context);
  }

  get #length(): number {
    return this.width * this.height * bytesPerPixel;
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
