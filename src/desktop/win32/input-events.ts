/** `INPUT` of winuser.h: its kind at 0, then a `MOUSEINPUT` or a `KEYBDINPUT`. */
export const inputSize = 40;
const kinds = { mouse: 0, key: 1 } as const;

/** `MOUSEEVENTF_…` and `KEYEVENTF_…`. */
export const mouseFlags = {
  move: 0x0001,
  leftDown: 0x0002,
  leftUp: 0x0004,
  rightDown: 0x0008,
  rightUp: 0x0010,
  middleDown: 0x0020,
  middleUp: 0x0040,
  wheel: 0x0800,
  wheelAcross: 0x1000,
  /** Places are of the whole desktop, not of the primary monitor. */
  virtualDesktop: 0x4000,
  absolute: 0x8000,
} as const;
export const keyFlags = { extended: 1, up: 2, unicode: 4 } as const;

export interface MouseEvent {
  readonly kind: "mouse";
  readonly flags: number;
  /** With `absolute`: 65536ths of the desktop. */
  readonly x?: number;
  readonly y?: number;
  /** Of the wheel, in 120ths of a notch. */
  readonly data?: number;
}

export interface KeyEvent {
  readonly kind: "key";
  readonly virtualKey: number;
  /** With `unicode`: a code unit. */
  readonly scanCode: number;
  readonly flags: number;
}

export type InputEvent = MouseEvent | KeyEvent;

/** What `SendInput` takes. */
export function encodeInput(events: readonly InputEvent[]): Uint8Array<ArrayBuffer> {
  const memory = new Uint8Array(events.length * inputSize);
  const view = new DataView(memory.buffer);
  events.forEach((event, index) => {
    const start = index * inputSize;
    view.setUint32(start, kinds[event.kind], true);
    if (event.kind === "mouse") {
      view.setInt32(start + 8, event.x ?? 0, true);
      view.setInt32(start + 12, event.y ?? 0, true);
      view.setInt32(start + 16, event.data ?? 0, true);
      view.setUint32(start + 20, event.flags, true);
    } else {
      view.setUint16(start + 8, event.virtualKey, true);
      view.setUint16(start + 10, event.scanCode, true);
      view.setUint32(start + 12, event.flags, true);
    }
  });
  return memory;
}
