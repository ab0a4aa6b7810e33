import type { Screen, ServerDescription } from "x11";
import { GuiAgentError } from "../../core/errors.ts";

/** Image format of GetImage: whole pixels, one after the other. */
export const zPixmap = 2;
export const allPlanes = 0xffffffff;
export const bytesPerPixel = 4;

/** Throws `unsupported` unless a captured pixel is the four bytes blue, green, red and one without meaning. */
export function assertPixelFormat(server: ServerDescription, screen: Screen): void {
  const depth = screen.root_depth;
  const bits = server.format[depth]?.bits_per_pixel ?? 0;
  const visual = screen.depths[depth]?.[screen.root_visual];
  const isBgra =
    visual?.red_mask === 0xff0000 && visual.green_mask === 0x00ff00 && visual.blue_mask === 0x0000ff;
  if ((depth === 24 || depth === 32) && bits === 32 && isBgra && server.image_byte_order === 0) return;
  const order = server.image_byte_order === 0 ? "" : ", most significant byte first";
  throw new GuiAgentError(
    "unsupported",
    `The screen has ${depth} bits of colour in pixels of ${bits} bits${order}; captures need 24 or 32 in 32, least significant byte first.`,
    { remedy: "Run the X server with 24-bit colour (for Xvfb: -screen 0 1920x1080x24)." },
  );
}
