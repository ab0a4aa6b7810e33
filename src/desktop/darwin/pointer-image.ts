import { captureArea } from "../../coordinates/capture-area.ts";
import { GuiAgentError } from "../../core/errors.ts";
import { contains } from "../../core/geometry.ts";
import type { Handle } from "../native/types.ts";
import type { PointerImage } from "../port.ts";
import { type CoreGraphics, cgRect } from "./api/core-graphics.ts";
import type { Objects } from "./core-foundation.ts";
import type { Cursors } from "./cursors.ts";
import { listDisplays } from "./displays.ts";
import { isNone } from "./out-values.ts";

/** `kCGImageAlphaPremultipliedFirst | kCGBitmapByteOrder32Little`, CGImage.h: blue, green, red, alpha. */
const bgra = 2 | (2 << 12);
const bytesPerPixel = 4;
const none = 0;

export interface PointerParts {
  readonly graphics: CoreGraphics;
  readonly objects: Objects;
  openCursors(): Cursors;
}

/**
 * What the pointer looks like, in the pixels of the display that it is on.
 * @throws `unsupported` where macOS does not tell: newer versions keep the pointers of other programs to themselves
 */
export function pointerImage({ graphics, objects, openCursors }: PointerParts): PointerImage {
  using _pool = objects.pool();
  const cursors = openCursors();
  const { messages } = cursors;
  const ask = (target: Handle, method: string) =>
    messages.sendForObject(target, messages.sel_registerName(method));
  const pair = (target: Handle, method: string) =>
    messages.sendForPair(target, messages.sel_registerName(method));
  const cursor = ask(messages.objc_getClass("NSCursor"), "currentSystemCursor");
  const image = isNone(cursor) ? none : ask(cursor, "image");
  if (isNone(image)) throw untold();
  const hotSpot = pair(cursor, "hotSpot");
  const size = pair(image, "size");
  const at = pointerPlace(graphics, objects);
  const display = listDisplays(graphics, objects).find((each) => contains(each, at));
  // Between two displays there is nothing to draw it on.
  if (display === undefined || size.x < 1 || size.y < 1)
    return { x: 0, y: 0, width: 0, height: 0, pixels: new Uint8Array(0) };
  const { scaleFactor } = display;
  const { native } = captureArea(display);
  const [width, height] = [Math.round(size.x * scaleFactor), Math.round(size.y * scaleFactor)];
  const rect = cgRect.encode({ x: 0, y: 0, width, height });
  const method = messages.sel_registerName("CGImageForProposedRect:context:hints:");
  const picture = messages.sendForPicture(image, method, rect, none, none);
  if (isNone(picture)) throw untold();
  return {
    x: native.x + Math.round((at.x - display.x - hotSpot.x) * scaleFactor),
    y: native.y + Math.round((at.y - display.y - hotSpot.y) * scaleFactor),
    ...{ width, height },
    pixels: draw(cursors, objects, picture, { width, height }),
  };
}

/** A picture of the system in pixels of a known order, whatever it is stored in. */
function draw(
  { bitmaps, read }: Cursors,
  objects: Objects,
  picture: Handle,
  { width, height }: { readonly width: number; readonly height: number },
): Uint8Array {
  using space = objects.ownSome(bitmaps.CGColorSpaceCreateDeviceRGB(), "a colour space");
  const row = width * bytesPerPixel;
  using context = objects.ownSome(
    bitmaps.CGBitmapContextCreate(none, width, height, 8, row, space.reference, bgra),
    "memory for a picture",
  );
  bitmaps.CGContextDrawImage(context.reference, { x: 0, y: 0, width, height }, picture);
  return read(bitmaps.CGBitmapContextGetData(context.reference), row * height);
}

function pointerPlace(graphics: CoreGraphics, objects: Objects): { readonly x: number; readonly y: number } {
  using event = objects.ownSome(graphics.CGEventCreate(none), "the place of the pointer");
  return graphics.CGEventGetLocation(event.reference);
}

function untold(): GuiAgentError {
  return new GuiAgentError("unsupported", "macOS does not tell what the pointer looks like.", {
    remedy: "Leave out cursor; gui_cursor_position tells where the pointer is.",
  });
}
