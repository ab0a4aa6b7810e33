import type { SharedMemory } from "x11";
import { GuiAgentError } from "../../core/errors.ts";
import type { Rect } from "../../core/geometry.ts";
import { createFrame, type Frame, framePixels } from "../../imaging/frame.ts";
import { rootArea } from "./displays.ts";
import { sharedMemory } from "./extensions.ts";
import { allPlanes, assertPixelFormat, bytesPerPixel, zPixmap } from "./pixel-format.ts";
import { badMatch, perSession, X11RequestError, type X11Session } from "./session.ts";
import { openSegment, type SharedSegment } from "./shared-segment.ts";
import { Turns } from "./turns.ts";
import { assertOwnScreen } from "./wayland.ts";

/** Largest coordinate (INT16) and size (CARD16) that a request can carry; beyond, they would wrap. */
const largestCoordinate = 0x7fff;
const largestSize = 0xffff;

/**
 * The pixels of an area of the root window, without the pointer.
 * @param area root pixels
 * @param spare a frame to write over, if its size fits
 * @throws `out_of_range` when the area is not on the screen (any more), `unsupported` when the
 *   screen's pixels are not 32-bit BGRA or are kept from X clients (Wayland)
 */
export async function captureScreen(session: X11Session, area: Rect, spare?: Frame): Promise<Frame> {
  assertPixelFormat(session.server, session.screen);
  await assertOwnScreen(session);
  assertCarriable(area);
  try {
    return await (await capturer(session)).capture(area, spare);
  } catch (thrown) {
    if (thrown instanceof X11RequestError && thrown.code === badMatch) {
      throw explainMismatch(area, await rootArea(session), thrown);
    }
    throw thrown;
  }
}

/** One per session: captures share one piece of memory, so they take turns. */
class Capturer {
  readonly #session: X11Session;
  readonly #extension: SharedMemory | undefined;
  readonly #turns = new Turns();
  #segment: SharedSegment | undefined;
  /** Cleared where memory cannot be shared: a remote server, a container without /dev/shm. */
  #canShare: boolean;

  constructor(session: X11Session, extension: SharedMemory | undefined) {
    this.#session = session;
    this.#extension = extension;
    this.#canShare = extension?.fdCapable === true;
    session.onLost(() => this.#drop());
  }

  capture(area: Rect, spare?: Frame): Promise<Frame> {
    return this.#turns.run(() => this.#capture(area, spare));
  }

  async #capture(area: Rect, spare?: Frame): Promise<Frame> {
    const segment = await this.#shared(area.width * area.height * bytesPerPixel);
    const fits = spare?.width === area.width && spare.height === area.height;
    const frame = fits ? spare : createFrame(area.width, area.height);
    if (segment === undefined) framePixels(frame).set(await this.#throughConnection(area));
    else await segment.capture(area, framePixels(frame));
    return frame;
  }

  /** A segment of at least `size` bytes, kept for the next capture; undefined where there can be none. */
  async #shared(size: number): Promise<SharedSegment | undefined> {
    if (!this.#canShare || this.#extension === undefined) return undefined;
    if (this.#segment !== undefined && this.#segment.size >= size) return this.#segment;
    this.#drop();
    try {
      this.#segment = await openSegment(this.#session, this.#extension, size);
    } catch (thrown) {
      if (thrown instanceof GuiAgentError) throw thrown;
      this.#canShare = false;
    }
    return this.#segment;
  }

  async #throughConnection({ x, y, width, height }: Rect): Promise<Uint8Array> {
    const { root, client } = this.#session;
    const { data } = await this.#session.call<{ readonly data: Buffer }>((done) =>
      client.GetImage(zPixmap, root, x, y, width, height, allPlanes, done),
    );
    return new Uint8Array(data.buffer, data.byteOffset, width * height * bytesPerPixel);
  }

  #drop(): void {
    this.#segment?.close();
    this.#segment = undefined;
  }
}

const capturer = perSession(async (session) => new Capturer(session, await sharedMemory(session)));

function assertCarriable(area: Rect): void {
  const { x, y, width, height } = area;
  const whole = [x, y, width, height].every(Number.isInteger);
  if (whole && x >= 0 && y >= 0 && width >= 1 && height >= 1) {
    if (x <= largestCoordinate && y <= largestCoordinate && width <= largestSize && height <= largestSize)
      return;
  }
  throw new GuiAgentError("out_of_range", `${describe(area)} is not an area of a screen.`, {
    remedy: "Ask for an area in whole pixels that lies on a display; gui_list_displays tells where they are.",
  });
}

function explainMismatch(area: Rect, root: Rect, cause: X11RequestError): GuiAgentError {
  if (area.x + area.width > root.width || area.y + area.height > root.height) {
    return new GuiAgentError(
      "out_of_range",
      `${describe(area)} is not on the screen, which is ${root.width}×${root.height} now.`,
      { cause, remedy: "The displays may have changed: call gui_list_displays, then try again." },
    );
  }
  return new GuiAgentError(
    "display_unavailable",
    "The X server did not give out the picture of its screen.",
    {
      cause,
      remedy: "The displays may have changed at this very moment: try again.",
    },
  );
}

function describe({ x, y, width, height }: Rect): string {
  return `The area of ${width}×${height} pixels at (${x}, ${y})`;
}
