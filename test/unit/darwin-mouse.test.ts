import { describe, expect, test } from "bun:test";
import { globalPoint } from "../../src/core/geometry.ts";
import { Input } from "../../src/desktop/input.ts";
import { createNutInput, loadNut } from "../../src/desktop/nut.ts";
import { FakeMac } from "../support/darwin/fake-mac.ts";
import { Button } from "../support/darwin/nut.ts";
import { RecordingDesktop } from "../support/recording-desktop.ts";

const { signal } = new AbortController();
const clickState = 1;

/** Gestures of the product over the fake Mac. */
async function inputOf(mac: FakeMac): Promise<Input> {
  const nut = await loadNut();
  const unused = () => {
    throw new Error("It is not needed here.");
  };
  const screen = {
    ...{ grabScreen: unused, grabScreenRegion: unused, highlightScreenRegion: unused },
    ...{ screenWidth: unused, screenHeight: unused, screenSize: unused },
  };
  const imageFinder = { findMatch: unused, findMatches: unused };
  const { pointer, keyboard } = createNutInput(nut, {
    ...{ mouse: mac.mouse, keyboard: mac.keyboard, screen, imageFinder },
  });
  const everywhere = { x: -5000, y: -5000, width: 10_000, height: 10_000 };
  const display = {
    ...{ index: 0, name: "one", isPrimary: true, scaleFactor: 1, ...everywhere },
    ...{ physicalWidth: 10_000, physicalHeight: 10_000 },
  };
  const desktop = Object.assign(new RecordingDesktop([display]), { pointer, keyboard });
  return new Input(desktop, mac.clock);
}

describe("buttons", () => {
  test.each([
    ["left", { number: 0, down: 1, up: 2, dragged: 6 }],
    ["right", { number: 1, down: 3, up: 4, dragged: 7 }],
    ["middle", { number: 2, down: 25, up: 26, dragged: 27 }],
  ] as const)("a drag with the %s button is one of that button to programs", async (button, types) => {
    using mac = new FakeMac();
    const input = await inputOf(mac);
    await input.drag(globalPoint(-300, 20), globalPoint(100, 60), { button, steps: 4 }, signal);
    const { posted } = mac.graphics;
    expect(posted.map(({ type }) => type)).toEqual([
      5,
      types.down,
      ...Array(5).fill(types.dragged),
      types.up,
    ]);
    expect(posted.slice(1).map((event) => event.button)).toEqual(Array(7).fill(types.number));
    expect(posted.map(({ x, y }) => [x, y])).toEqual([
      ...[
        [-300, 20],
        [-300, 20],
      ],
      ...[
        [-200, 30],
        [-100, 40],
        [0, 50],
        [100, 60],
        [100, 60],
      ],
      [100, 60],
    ]);
  });

  test("after a drag the pointer moves without dragging", async () => {
    using mac = new FakeMac();
    await mac.mouse.pressButton(Button.RIGHT);
    await mac.mouse.setMousePosition({ x: 1, y: 1 });
    await mac.mouse.releaseButton(Button.RIGHT);
    await mac.mouse.setMousePosition({ x: 2, y: 2 });
    expect(mac.graphics.posted.map(({ type }) => type)).toEqual([3, 7, 4, 5]);
  });

  test("programs that look at distances are told how far a move went", async () => {
    using mac = new FakeMac();
    mac.graphics.pointer = { x: 10, y: 20 };
    await mac.mouse.setMousePosition({ x: 7, y: 25 });
    expect(mac.graphics.posted[0]?.fields).toEqual({ 4: -3, 5: 5 });
  });

  test.each([1, 2, 3])("the clicks of %i in a row are counted for programs", async (count) => {
    using mac = new FakeMac();
    const input = await inputOf(mac);
    await input.click(globalPoint(5, 5), { button: "left", count, modifiers: [] }, signal);
    const states = mac.graphics.posted.slice(1).map(({ type, fields }) => [type, fields[clickState]]);
    expect(states).toEqual(
      Array.from({ length: count }, (_, index) => [
        [1, index + 1],
        [2, index + 1],
      ]).flat(),
    );
  });

  test.each<[string, (mac: FakeMac) => Promise<void>]>([
    ["long after", (mac) => mac.clock.sleep(600)],
    ["elsewhere", (mac) => mac.mouse.setMousePosition({ x: 50, y: 50 })],
    ["with another button", (mac) => mac.mouse.click(Button.RIGHT)],
  ])("a click %s begins to count anew", async (_, between) => {
    using mac = new FakeMac();
    await mac.mouse.click(Button.LEFT);
    await between(mac);
    await mac.mouse.click(Button.LEFT);
    expect(mac.graphics.posted.at(-1)?.fields[clickState]).toBe(1);
  });

  test("a click carries the modifiers that are held for it, and none of the user's", async () => {
    using mac = new FakeMac();
    mac.graphics.flagsState = 0x1_0000;
    const input = await inputOf(mac);
    await input.click(globalPoint(5, 5), { button: "left", count: 1, modifiers: ["meta", "shift"] }, signal);
    const clicks = mac.graphics.posted.filter(({ type }) => type === 1 || type === 2);
    expect(clicks.map(({ flags }) => flags)).toEqual([0x12_0000, 0x12_0000]);
    expect(mac.held.flags).toBe(0);
  });
});

test.each<[number, number, readonly number[]]>([
  [0, 1, [-3, 0]],
  [0, -2, [6, 0]],
  [1, 0, [0, -3]],
  [-1, 0, [0, 3]],
])("scrolling by (%i, %i) is that many lines, up and left positive", async (right, down, lines) => {
  using mac = new FakeMac();
  if (down > 0) await mac.mouse.scrollDown(down);
  if (down < 0) await mac.mouse.scrollUp(-down);
  if (right > 0) await mac.mouse.scrollRight(right);
  if (right < 0) await mac.mouse.scrollLeft(-right);
  expect(mac.graphics.posted.map((event) => event.lines)).toEqual([lines]);
});

test("a pointer between two points is at a whole one", async () => {
  using mac = new FakeMac();
  mac.graphics.pointer = { x: -10.5, y: 20.75 };
  expect(await mac.mouse.currentMousePosition()).toEqual({ x: -11, y: 20 });
});
