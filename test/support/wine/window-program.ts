/** Runs on Windows: a program with a bare window, which remembers what the mouse did on it. */
import { openLibrary, signature } from "../../../src/desktop/native/library.ts";
import { bytes, type Handle, handle, int32, signedHandle } from "../../../src/desktop/native/types.ts";
import { openSystem } from "../../../src/desktop/win32/api/system.ts";
import { clipboardFunctions, windowProcedure } from "../../../src/desktop/win32/api/user32-clipboard.ts";
import { windowFunctions } from "../../../src/desktop/win32/api/user32-windows.ts";
import { pointerImage } from "../../../src/desktop/win32/pointer-image.ts";
import { serveCommands } from "./serve-commands.ts";
import { type MouseEvent, type PointerShape, windowCommand } from "./window-commands.ts";

const user32 = openLibrary("user32.dll", {
  ...windowFunctions,
  ...clipboardFunctions,
  SetProcessDpiAwarenessContext: signature(int32, signedHandle),
  /** Program, number of one of the system's. */
  LoadCursorW: signature(handle, handle, handle),
  /** Program, place that points, size, masks. */
  CreateCursor: signature(handle, handle, int32, int32, int32, int32, bytes, bytes),
  CopyIcon: signature(handle, handle),
  SetCursor: signature(handle, handle),
});
// It sees the pixels of each monitor.
user32.SetProcessDpiAwarenessContext(-4);

const none: Handle = 0;
const style = { popup: 0x8000_0000, visible: 0x1000_0000 } as const;
const topmost = 0x8;
const procedureIndex = -4;
const setCursor = 0x20;
const hitTest = 0x84;
const client = 1;

const buttons = {
  513: { kind: "down", button: "left" },
  514: { kind: "up", button: "left" },
  515: { kind: "double", button: "left" },
  516: { kind: "down", button: "right" },
  517: { kind: "up", button: "right" },
  518: { kind: "double", button: "right" },
  519: { kind: "down", button: "middle" },
  520: { kind: "up", button: "middle" },
  521: { kind: "double", button: "middle" },
} as const satisfies Record<number, Pick<MouseEvent, "kind" | "button">>;
const ofButtons = new Map(Object.entries(buttons).map(([message, event]) => [Number(message), event]));
const ofWheels = new Map<number, MouseEvent["kind"]>([
  [0x20a, "wheel"],
  [0x20e, "wheelAcross"],
]);

const size = 32;
/** A pointer of two masks, all of whose rows are the same: what lies below goes through the first, and is inverted where the second has it. */
function masked(through: readonly number[], inverted: readonly number[]): Handle {
  const mask = (row: readonly number[]) => new Uint8Array(Array.from({ length: size }, () => row).flat());
  return user32.CreateCursor(none, 5, 3, size, size, mask(through), mask(inverted));
}
/** Of those of the system itself Wine shows the ones of X's theme. */
const copyOf = (cursor: number) => user32.CopyIcon(user32.LoadCursorW(none, cursor));
const pointers: Readonly<Record<PointerShape, Handle>> = {
  arrow: copyOf(32_512),
  text: copyOf(32_513),
  // Black, white, and what lies below, from left to right.
  "two colours": masked([0x00, 0x0f, 0xff, 0xff], [0x0f, 0x00, 0x00, 0x00]),
  inverting: masked([0xff, 0xff, 0xff, 0xff], [0x80, 0x0f, 0x00, 0x00]),
  none,
};
let pointer = pointers.arrow;

let events: MouseEvent[] = [];
const origin = { x: 0, y: 0 };

/** Two numbers of 16 bits with signs, as messages carry them. */
function pair(packed: Handle): { readonly low: number; readonly high: number } {
  const bits = Number(BigInt.asIntN(32, BigInt(packed)));
  return { low: (bits << 16) >> 16, high: bits >> 16 };
}

const window = user32.CreateWindowExW(
  topmost,
  "STATIC",
  "Bare window",
  style.popup + style.visible,
  ...([0, 0, 100, 100] as const),
  none,
  none,
  none,
  none,
);
let original: Handle = 0;
const procedure = windowProcedure.register((of, message, first, second) => {
  const { low, high } = pair(second);
  const button = ofButtons.get(message);
  if (button !== undefined) events.push({ ...button, x: origin.x + low, y: origin.y + high });
  const wheel = ofWheels.get(message);
  // The wheel tells the place on the desktop.
  if (wheel !== undefined) events.push({ kind: wheel, x: low, y: high, delta: pair(first).high });
  if (button !== undefined || wheel !== undefined) return 0;
  if (message === setCursor) {
    user32.SetCursor(pointer);
    return 1;
  }
  return message === hitTest ? client : user32.CallWindowProcW(original, of, message, first, second);
});
original = user32.SetWindowLongPtrW(window, procedureIndex, procedure.address);
setInterval(() => {
  const message = new Uint8Array(48);
  while (user32.PeekMessageW(message, none, 0, 0, 1) !== 0) user32.DispatchMessageW(message);
}, 2);

serveCommands(async (raw) => {
  const command = windowCommand.parse(raw);
  switch (command.do) {
    case "place": {
      const { x, y, width, height } = command;
      if (user32.SetWindowPos(window, none, x, y, width, height, 0) === 0)
        throw new Error("The window cannot be placed.");
      Object.assign(origin, { x, y });
      events = [];
      return {};
    }
    case "events": {
      const since = events;
      events = [];
      return { events: since };
    }
    case "shape": {
      pointer = pointers[command.shape];
      user32.SetCursor(pointer);
      return {};
    }
    case "look": {
      const { pixels, ...image } = pointerImage(openSystem());
      return { pointer: { ...image, pixels: pixels.toBase64() } };
    }
    default:
      return command satisfies never;
  }
});
