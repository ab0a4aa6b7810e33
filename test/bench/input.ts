import { z } from "zod";
import { systemClock } from "../../src/core/clock.ts";
import { globalPoint } from "../../src/core/geometry.ts";
import { Input } from "../../src/desktop/input.ts";
import type { Desktop } from "../../src/desktop/port.ts";
import type { PageEvent } from "../support/page-server.ts";
import { systemPath } from "../support/program-environment.ts";
import { type Absentee, type Comparison, type Contestant, timed } from "./comparison.ts";
import { peerName, peerWaits } from "./peer.ts";
import type { Stage } from "./stage.ts";

/** F2: what an input call may take beyond the pauses inside its gesture. */
const wantedMs = 10;
const text = "Hello, bench of 2020";
const neverCancelled = new AbortController().signal;

interface Point {
  readonly x: number;
  readonly y: number;
}

type Action = (point: Point) => Promise<unknown>;

/** Clicks, moves and typing. Whoever's event does not reach the page is out. */
export async function inputComparisons(stage: Stage): Promise<readonly Comparison[]> {
  return [await clickComparison(stage), await moveComparison(stage), typeComparison(stage)];
}

async function clickComparison(stage: Stage): Promise<Comparison> {
  const { http, stdio, server, peer, desktop } = stage;
  const contestant = await pointing(stage, "mouseup");
  const waitsMs = await pauses(desktop, (input, point) =>
    input.click(point, { button: "left", count: 1, modifiers: [] }, neverCancelled),
  );
  const name = "gui_click, HTTP";
  return {
    title: "Click at a point",
    contestants: [
      contestant(name, (point) => http.call("gui_click", { ...point }), waitsMs),
      contestant("gui_click, stdio", (point) => stdio.call("gui_click", { ...point }), waitsMs),
      xdotool((program) =>
        contestant("xdotool, a process a click", (point) =>
          server.run([program, ...moveTo(point), "click", "--delay", "0", "1"]),
        ),
      ),
      "problem" in peer
        ? peer
        : contestant(
            peerName,
            ({ x, y }) => peer.act("left_click", { coordinate: peer.point(x, y) }),
            peerWaits.click,
          ),
    ],
    goals: [{ contestant: name, below: wantedMs }],
  };
}

async function moveComparison(stage: Stage): Promise<Comparison> {
  const { http, stdio, server, peer, desktop } = stage;
  const contestant = await pointing(stage, "mousemove");
  const waitsMs = await pauses(desktop, (input, point, signal) => input.moveTo(point, signal));
  const name = "gui_move_mouse, HTTP";
  return {
    title: "Move to a point",
    contestants: [
      contestant(name, (point) => http.call("gui_move_mouse", { ...point }), waitsMs),
      contestant("gui_move_mouse, stdio", (point) => stdio.call("gui_move_mouse", { ...point }), waitsMs),
      xdotool((program) =>
        contestant("xdotool, a process a move", (point) => server.run([program, ...moveTo(point)])),
      ),
      "problem" in peer
        ? peer
        : contestant(peerName, ({ x, y }) => peer.act("mouse_move", { coordinate: peer.point(x, y) })),
    ],
    goals: [{ contestant: name, below: wantedMs }],
  };
}

function typeComparison(stage: Stage): Comparison {
  const { http, stdio, server, peer } = stage;
  const contestant = (name: string, type: () => Promise<unknown>): Contestant => ({
    name,
    sample: () => typed(stage, type),
  });
  return {
    title: `Type ${text.length} characters`,
    contestants: [
      contestant("gui_type, HTTP", () => http.call("gui_type", { text })),
      contestant("gui_type, stdio", () => stdio.call("gui_type", { text })),
      xdotool((program) =>
        contestant("xdotool with its usual pauses", () => server.run([program, "type", "--", text])),
      ),
      xdotool((program) =>
        contestant("xdotool without pauses", () => server.run([program, "type", "--delay", "0", "--", text])),
      ),
      "problem" in peer
        ? peer
        : contestant(`${peerName} (through xdotool)`, () => peer.act("type", { text })),
    ],
  };
}

/**
 * Makes contestants that act at a point of the page's surface, each time another one: clicks on the
 * same spot would be taken for double clicks.
 */
async function pointing({ chromium }: Stage, eventType: PageEvent["type"]) {
  const { x, y, width, height } = await chromium.rectangle("#surface");
  let turn = 0;
  const nextPoint = (): Point => {
    turn += 1;
    const across = ((turn * 37) % 100) / 100;
    const down = ((turn * 61) % 100) / 100;
    return { x: Math.round(x + 10 + across * (width - 20)), y: Math.round(y + 10 + down * (height - 20)) };
  };
  return (name: string, act: Action, waitsMs = 0): Contestant => ({
    name,
    waitsMs,
    sample: async () => {
      const point = nextPoint();
      chromium.events.clear();
      const took = await timed(() => act(point));
      await chromium.events.waitFor(
        `${eventType} at (${point.x}, ${point.y})`,
        (event) => event.type === eventType && isAt(event, point),
      );
      return took;
    },
  });
}

/** The peer counts in pixels of a smaller picture, so it may be off by one. */
function isAt({ screenX, screenY }: PageEvent, { x, y }: Point): boolean {
  return Math.abs(screenX - x) <= 1 && Math.abs(screenY - y) <= 1;
}

async function typed({ chromium }: Stage, type: () => Promise<unknown>): Promise<number> {
  await chromium.evaluate(z.null(), "(field.value = '', field.focus(), null)");
  chromium.events.clear();
  const took = await timed(type);
  await chromium.events.waitFor(
    `"${text}" in the field`,
    ({ type: eventType, value }) => eventType === "input" && value === text,
  );
  return took;
}

/** The milliseconds that a gesture of ours sleeps: it is made with a clock that counts instead of sleeping. */
async function pauses(
  desktop: Desktop,
  gesture: (input: Input, point: ReturnType<typeof globalPoint>, signal: AbortSignal) => Promise<void>,
): Promise<number> {
  let total = 0;
  const sleep = async (ms: number) => {
    total += ms;
  };
  await gesture(new Input(desktop, { ...systemClock, sleep }), globalPoint(1, 1), neverCancelled);
  return total;
}

function xdotool(contestant: (program: string) => Contestant): Contestant | Absentee {
  const program = Bun.which("xdotool", { PATH: systemPath });
  return program === null ? { name: "xdotool", problem: "it is not installed" } : contestant(program);
}

function moveTo({ x, y }: Point): readonly string[] {
  return ["mousemove", String(x), String(y)];
}
