import { describe, expect, test } from "bun:test";
import { imageCodec } from "#runtime";
import { captureArea } from "../../src/coordinates/capture-area.ts";
import { intersection, type Rect } from "../../src/core/geometry.ts";
import { captureScreen } from "../../src/desktop/darwin/capture.ts";
import { listDisplays } from "../../src/desktop/darwin/displays.ts";
import { DarwinScreen } from "../../src/desktop/darwin/nut-screen.ts";
import { pointerImage } from "../../src/desktop/darwin/pointer-image.ts";
import type { Display } from "../../src/desktop/port.ts";
import { createFrame, framePixels } from "../../src/imaging/frame.ts";
import type { FakeDisplay } from "../support/darwin/fake-graphics.ts";
import { FakeMac } from "../support/darwin/fake-mac.ts";
import { Image, Region } from "../support/darwin/nut.ts";
import { thrownBy } from "../support/thrown.ts";

/** A laptop's own display at twice the pixels, one left of and above it, and one that is turned. */
const retina: FakeDisplay = {
  ...{ id: 1, x: 0, y: 0, width: 144, height: 90, isBuiltin: true },
  pixels: { width: 288, height: 180 },
};
const leftAbove: FakeDisplay = {
  ...{ id: 77, x: -192, y: -30, width: 192, height: 108 },
  pixels: { width: 192, height: 108 },
};
const turned: FakeDisplay = {
  ...{ id: 5, x: 144, y: -10, width: 60, height: 100 },
  pixels: { width: 200, height: 120 },
};

/** Right of the laptop's, with half as many pixels for a point. */
const beside: FakeDisplay = {
  ...{ id: 9, x: 144, y: 0, width: 192, height: 108 },
  pixels: { width: 192, height: 108 },
};

function macWith(...displays: readonly FakeDisplay[]): FakeMac {
  const mac = new FakeMac();
  mac.graphics.displays = displays;
  return mac;
}

/** The colour of a native pixel of the desktop: no two near by are the same. */
const blueAt = (x: number, y: number): number => (x * 7 + y * 13 + 1000) & 0xff;

/** macOS' program: pictures of a desktop whose pixels tell where they are. */
function pictures(mac: FakeMac) {
  const asked: Rect[] = [];
  const screenPicture = async (area: Rect): Promise<Uint8Array> => {
    asked.push(area);
    const displays = listDisplays(mac.graphics.functions, mac.objects);
    const display = displays.find(({ x, width }) => area.x >= x && area.x < x + width);
    if (display === undefined) throw new Error("The area is on no display.");
    const local = { ...area, x: area.x - display.x, y: area.y - display.y };
    const { native } = captureArea(display, local);
    const frame = createFrame(native.width, native.height);
    const pixels = framePixels(frame);
    for (let y = 0; y < native.height; y += 1)
      for (let x = 0; x < native.width; x += 1)
        pixels[(y * native.width + x) * 4] = blueAt(native.x + x, native.y + y);
    return await imageCodec.encode(frame, { format: "png", quality: 100, size: native });
  };
  return { asked, screenPicture };
}

describe("displays", () => {
  test("have points, pixels, and the place where macOS counts them", () => {
    using mac = macWith(retina, leftAbove, turned);
    const [own, left, tall] = listDisplays(mac.graphics.functions, mac.objects);
    expect(own).toEqual({
      ...{ index: 0, name: "Built-in 1", isPrimary: true, x: 0, y: 0, width: 144, height: 90 },
      ...{ physicalWidth: 288, physicalHeight: 180, scaleFactor: 2, nativeOrigin: { x: 0, y: 0 } },
    } satisfies Display);
    expect(left).toMatchObject({ name: "External 77", isPrimary: false, x: -192, y: -30, scaleFactor: 1 });
    expect(tall).toMatchObject({ physicalWidth: 120, physicalHeight: 200, scaleFactor: 2 });
  });

  test("that are not there are an error that says where to start", async () => {
    using mac = macWith();
    const error = await thrownBy(() => listDisplays(mac.graphics.functions, mac.objects));
    expect(error).toMatchObject({ code: "display_unavailable" });
    expect(error.remedy).toContain("ssh");
  });

  test("that sleep are an error that says how to wake them", async () => {
    using mac = macWith({ ...retina, isAsleep: true }, { ...leftAbove, isAsleep: true });
    const error = await thrownBy(() => listDisplays(mac.graphics.functions, mac.objects));
    expect(error).toMatchObject({ code: "display_unavailable", message: expect.stringContaining("sleeps") });
    expect(error.remedy).toContain("caffeinate");
  });

  test("that are awake are told also while another one sleeps", () => {
    using mac = macWith(retina, { ...leftAbove, isAsleep: true });
    expect(listDisplays(mac.graphics.functions, mac.objects).map(({ name }) => name)).toEqual(["Built-in 1"]);
  });
});

describe("a capture", () => {
  const wholes = [retina, leftAbove, turned].map((display) => [display.id, undefined] as const);
  const parts: readonly (readonly [number, Rect])[] = [
    [1, { x: 10, y: 20, width: 30, height: 40 }],
    // Half a point: to be cut out of what can be asked for.
    [1, { x: 10.5, y: 0.5, width: 3, height: 4.5 }],
    [77, { x: 1, y: 2, width: 50, height: 60 }],
    [5, { x: 59, y: 99, width: 1, height: 1 }],
  ];

  test.each([...wholes, ...parts])(
    "of display %i, area %j, has each pixel in its place",
    async (id, region) => {
      using mac = macWith(retina, leftAbove, turned);
      const displays = listDisplays(mac.graphics.functions, mac.objects);
      const display = displays.find(({ name }) => name.endsWith(` ${id}`));
      if (display === undefined) throw new Error(`There is no display ${id}.`);
      const { native } = captureArea(display, region);
      const { screenPicture, asked } = pictures(mac);
      const frame = await captureScreen(
        { graphics: mac.graphics.functions, objects: mac.objects, screenPicture },
        native,
      );
      expect([frame.width, frame.height]).toEqual([native.width, native.height]);
      const pixels = framePixels(frame);
      const wrong = Array.from({ length: native.width * native.height }, (_, index) => index).filter(
        (index) => {
          const [x, y] = [index % native.width, Math.floor(index / native.width)];
          return pixels[index * 4] !== blueAt(native.x + x, native.y + y);
        },
      );
      expect(wrong).toEqual([]);
      expect(asked.flatMap(({ x, y, width, height }) => [x, y, width, height]).every(Number.isInteger)).toBe(
        true,
      );
    },
  );

  test("of displays side by side with different pixels is never one of the other", async () => {
    using mac = macWith(retina, beside);
    const displays = listDisplays(mac.graphics.functions, mac.objects);
    const [left, right] = displays.map((display) => captureArea(display).native);
    expect(left && right && intersection(left, right)).toBeUndefined();
    const { screenPicture, asked } = pictures(mac);
    const parts = { graphics: mac.graphics.functions, objects: mac.objects, screenPicture };
    for (const display of displays) {
      const { native } = captureArea(display, { x: 0, y: 0, width: 2, height: 2 });
      const frame = await captureScreen(parts, native);
      expect(framePixels(frame)[0]).toBe(blueAt(native.x, native.y));
    }
    expect(asked.map(({ x }) => x)).toEqual([0, 144]);
  });

  test("writes over a spare frame of its size", async () => {
    using mac = macWith(retina);
    const spare = createFrame(20, 20);
    const area = { x: 0, y: 0, width: 20, height: 20 };
    const parts = {
      graphics: mac.graphics.functions,
      objects: mac.objects,
      screenPicture: pictures(mac).screenPicture,
    };
    expect(await captureScreen(parts, area, spare)).toBe(spare);
    expect(await captureScreen(parts, { ...area, width: 21 }, spare)).not.toBe(spare);
  });

  test.each<[string, string, (mac: FakeMac) => unknown]>([
    ["without permission", "permission_denied", (mac) => Object.assign(mac.graphics, { mayCapture: false })],
    [
      "of a display that sleeps",
      "display_unavailable",
      (mac) => Object.assign(mac.graphics, { displays: [{ ...retina, isAsleep: true }] }),
    ],
    [
      "of a display that falls asleep",
      "display_unavailable",
      (mac) => Object.assign(mac.graphics, { displays: [{ ...retina, isAsleep: "just" }] }),
    ],
    [
      "of a display that is gone",
      "out_of_range",
      (mac) => Object.assign(mac.graphics, { displays: [leftAbove] }),
    ],
  ])("%s is an error, and nothing is asked for", async (_, code, change) => {
    using mac = macWith(retina);
    change(mac);
    const { screenPicture, asked } = pictures(mac);
    const capture = () =>
      captureScreen(
        { graphics: mac.graphics.functions, objects: mac.objects, screenPicture },
        { x: 100, y: 0, width: 20, height: 20 },
      );
    expect(await thrownBy(capture)).toMatchObject({ code });
    expect(asked).toEqual([]);
  });

  test("of another size than the display's is an error, not a picture with wrong places", async () => {
    using mac = macWith(retina);
    const { screenPicture } = pictures(mac);
    const capture = () =>
      captureScreen(
        {
          graphics: mac.graphics.functions,
          objects: mac.objects,
          screenPicture: (area) => screenPicture({ ...area, width: 5 }),
        },
        { x: 0, y: 0, width: 20, height: 20 },
      );
    expect(await thrownBy(capture)).toMatchObject({ code: "display_unavailable" });
  });
});

test("nut.js is given the main display, with its pixels per point", async () => {
  using mac = macWith(retina, leftAbove);
  const { screenPicture } = pictures(mac);
  const screen = new DarwinScreen(
    { graphics: mac.graphics.functions, objects: mac.objects, screenPicture },
    { Image, Region },
  );
  const whole = await screen.grabScreen();
  expect([whole.width, whole.height, whole.pixelDensity]).toEqual([288, 180, { scaleX: 2, scaleY: 2 }]);
  const part = await screen.grabScreenRegion(new Region(10, 20, 5, 6));
  expect([part.width, part.height, part.data[0]]).toEqual([10, 12, blueAt(20, 40)]);
  expect([await screen.screenWidth(), await screen.screenHeight()]).toEqual([144, 90]);
});

describe("the pointer's picture", () => {
  const pixels = new Uint8Array([1, 2, 3, 255]);

  /** AppKit with a pointer of 16×16 points that points with its (4, 2). */
  function cursors(hasCursor: boolean) {
    const names: string[] = [];
    const register = (name: string | null) => names.push(name ?? "");
    const drawn: Rect[] = [];
    return {
      drawn,
      messages: {
        objc_getClass: () => 10,
        sel_registerName: register,
        sendForObject: (_: unknown, selector: number | bigint) =>
          hasCursor ? ({ currentSystemCursor: 20, image: 30 }[names[Number(selector) - 1] ?? ""] ?? 0) : 0,
        sendForPair: (_: unknown, selector: number | bigint) =>
          names[Number(selector) - 1] === "hotSpot" ? { x: 4, y: 2 } : { x: 16, y: 16 },
        sendForPicture: () => 40,
        sendForEvent: () => 0,
      },
      bitmaps: (mac: FakeMac) => ({
        CGColorSpaceCreateDeviceRGB: () => mac.foundation.give({ kind: "opaque", about: "colours" }),
        CGBitmapContextCreate: () => mac.foundation.give({ kind: "opaque", about: "context" }),
        CGBitmapContextGetData: () => 50,
        CGContextDrawImage: (_: unknown, rect: Rect) => void drawn.push(rect),
      }),
      read: (_: unknown, length: number) => new Uint8Array(length).fill(pixels[3] ?? 0),
    };
  }

  test.each([
    [retina, { x: 50, y: 40 }, { x: 92, y: 76, width: 32, height: 32 }],
    // Of the native pixels its display has twice as many as it needs.
    [leftAbove, { x: -100, y: 0 }, { x: -2 * 192 + 92 - 4, y: -2 * 30 + 30 - 2, width: 16, height: 16 }],
  ])("is where it points to, in the pixels of its display", (display, pointer, expected) => {
    using mac = macWith(retina, leftAbove);
    mac.graphics.pointer = pointer;
    const fake = cursors(true);
    const image = pointerImage({
      graphics: mac.graphics.functions,
      objects: mac.objects,
      openCursors: () => ({ ...fake, bitmaps: fake.bitmaps(mac) }),
    });
    expect(image).toMatchObject(expected);
    expect(image.pixels).toHaveLength(image.width * image.height * 4);
    expect(fake.drawn).toEqual([{ x: 0, y: 0, width: image.width, height: image.height }]);
    expect(display.width).toBeGreaterThan(0);
  });

  test("that macOS keeps to itself is unsupported", async () => {
    using mac = macWith(retina);
    const fake = cursors(false);
    const openCursors = () => ({ ...fake, bitmaps: fake.bitmaps(mac) });
    const ask = () => pointerImage({ graphics: mac.graphics.functions, objects: mac.objects, openCursors });
    expect(await thrownBy(ask)).toMatchObject({ code: "unsupported" });
  });
});
