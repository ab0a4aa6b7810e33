import { areaInPoints, captureArea } from "../coordinates/capture-area.ts";
import type { Clock } from "../core/clock.ts";
import { GuiAgentError, throwIfCancelled } from "../core/errors.ts";
import type { Rect } from "../core/geometry.ts";
import type { Frame } from "../imaging/frame.ts";
import { RestWatch } from "../imaging/rest.ts";
import type { DescribedDisplay, DisplayService } from "./displays.ts";
import type { Desktop } from "./port.ts";

/** Between two looks: short, since it is a part of what the caller waits for after the last motion. */
const betweenLooksMs = 40;
/** How many moving places an error names: more do not help. */
const mostPlaces = 3;

export interface StillnessRequest {
  readonly desktop: Pick<Desktop, "capture">;
  readonly displays: Pick<DisplayService, "assertUnchanged">;
  readonly display: DescribedDisplay;
  readonly clock: Clock;
  /** Milliseconds. */
  readonly longestMs: number;
  readonly signal: AbortSignal;
}

/**
 * Resolves when a display is at rest: nothing on it moves, but for text cursors and clocks.
 * @throws `timed_out` with where it still moves, `display_not_found` when the display goes meanwhile,
 *   `cancelled`, and whatever the capture throws
 */
export async function waitUntilStill(request: StillnessRequest): Promise<void> {
  const { desktop, displays, display, clock, longestMs, signal } = request;
  const end = clock.now() + longestMs;
  const { native } = captureArea(display);
  const watch = new RestWatch(await desktop.capture(native), clock.now());
  let frame: Frame | undefined;
  let costMs = 0;
  while (watch.missingMs > 0) {
    const left = end - clock.now();
    if (left <= 0) throw stillMoving(display, watch.moving, longestMs);
    // Where a look takes long (a large screen, a slow connection), half of the time is left to others.
    const pauseMs = Math.max(betweenLooksMs - costMs, costMs);
    await clock.sleep(Math.ceil(Math.min(pauseMs, watch.missingMs, left)), signal);
    const started = clock.now();
    await displays.assertUnchanged(display);
    frame = await desktop.capture(native, frame);
    throwIfCancelled(signal);
    watch.observe(frame, clock.now());
    costMs = clock.now() - started;
  }
}

function stillMoving(display: DescribedDisplay, moving: readonly Rect[], longestMs: number): GuiAgentError {
  const waited = `The screen was not still within ${longestMs} ms`;
  if (moving.length === 0) {
    return new GuiAgentError("timed_out", `${waited}: nothing moved, but that is too short to tell.`, {
      remedy: "Wait again with ms of 1000 or more.",
    });
  }
  const largestFirst = [...moving].sort((one, other) => pixels(other) - pixels(one));
  const places = largestFirst.slice(0, mostPlaces).map((area) => place(areaInPoints(display, area)));
  return new GuiAgentError(
    "timed_out",
    `${waited}: on display ${display.index} something moves at ${places.join(", and at ")} (logical points).`,
    {
      remedy:
        "Take a screenshot. If that part is an animation that never ends, or what you need is there already, go on without waiting; else wait again with a larger ms.",
    },
  );
}

function pixels({ width, height }: Rect): number {
  return width * height;
}

function place({ x, y, width, height }: Rect): string {
  return `x ${x}, y ${y}, width ${width}, height ${height}`;
}
