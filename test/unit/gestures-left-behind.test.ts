import { describe, expect, test } from "bun:test";
import { toGuiAgentError } from "../../src/core/errors.ts";
import { globalPoint } from "../../src/core/geometry.ts";
import { Input } from "../../src/desktop/input.ts";
import { ManualClock } from "../support/manual-clock.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";

const point = globalPoint(5, 5);
const { signal } = new AbortController();

/** Begins a gesture, and lets it end, or fail where the desktop was lost. Returns what was released. */
async function releasedBy(
  begin: (input: Input) => Promise<unknown>,
  isLost: boolean,
): Promise<readonly string[]> {
  const desktop = new RecordingDesktop();
  const clock = new ManualClock();
  const gesture = begin(new Input(desktop, clock));
  await clock.advance(10);
  expect(desktop.events.some((event) => event.startsWith("press"))).toBe(true);
  if (isLost) desktop.lose();
  const code = gesture.then(
    () => "done",
    (thrown) => toGuiAgentError(thrown).code,
  );
  await clock.advance(10_000);
  expect(await code).toBe(isLost ? "display_unavailable" : "done");
  return desktop.events.filter((event) => event.startsWith("release"));
}

describe.each([
  {
    gesture: "a click",
    begin: (input: Input) => input.click(point, { button: "left", count: 1, modifiers: [] }, signal),
    released: ["release left"],
  },
  {
    gesture: "a drag",
    begin: (input: Input) => input.drag(point, globalPoint(9, 9), { button: "right", steps: 2 }, signal),
    released: ["release right"],
  },
  {
    gesture: "a chord",
    begin: (input: Input) => input.chord(["ctrl", "enter"], 50, signal),
    released: ["release enter", "release ctrl"],
  },
])("$gesture", ({ begin, released }) => {
  test("lets go of what it pressed", async () => {
    expect(await releasedBy(begin, false)).toEqual(released);
  });

  test("lets go of nothing on a desktop that was lost: it may be down by somebody else's doing", async () => {
    expect(await releasedBy(begin, true)).toEqual([]);
  });
});

test("what an owner held on a desktop that was lost is not let go of again", async () => {
  const desktop = new RecordingDesktop();
  const input = new Input(desktop, new ManualClock());
  await input.buttonDown("left", undefined, "owner", signal);
  desktop.lose();
  await input.releaseOwner("owner");
  expect(desktop.events).toEqual(["press left"]);
});
