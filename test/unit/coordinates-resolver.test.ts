import { describe, expect, test } from "bun:test";
import type { CoordinateFormat } from "../../src/coordinates/model-profiles.ts";
import {
  resolveLogicalPoint,
  resolveModelArea,
  resolveModelPoint,
  toLogicalPoint,
  type View,
  wholeDisplayView,
} from "../../src/coordinates/resolver.ts";
import { globalPoint, logicalPoint, modelPoint, type Rect, type Size } from "../../src/core/geometry.ts";
import { thrownBy } from "../support/thrown.ts";
import { toModelPoint } from "../support/to-model-point.ts";

const retina: Rect = { x: 0, y: 0, width: 1440, height: 900 };
const secondary: Rect = { x: -2560, y: 0, width: 2560, height: 1440 };
const above: Rect = { x: 300, y: -1080, width: 1920, height: 1080 };

const pixels: CoordinateFormat = { mode: "image-absolute", order: "xy" };
const perMille: CoordinateFormat = { mode: "normalized-1000", order: "xy" };
const gemini: CoordinateFormat = { mode: "normalized-999", order: "yx" };
const fraction: CoordinateFormat = { mode: "normalized-0-1", order: "xy" };

const formats = { pixels, "per mille": perMille, Gemini: gemini, fractions: fraction } as const;

function viewOf(display: Rect, image: Size): View {
  return { ...wholeDisplayView(display), image };
}

function zoomOf(display: Rect, area: Rect, image: Size): View {
  return { ...wholeDisplayView(display), area, image };
}

describe("resolveModelPoint", () => {
  const retinaClaude = viewOf(retina, { width: 1280, height: 800 });
  const retinaPlain = viewOf(retina, { width: 1440, height: 900 });
  const secondaryPlain = viewOf(secondary, { width: 1920, height: 1080 });
  const zoom = zoomOf(retina, { x: 400, y: 300, width: 200, height: 100 }, { width: 400, height: 200 });

  test.each([
    ["Claude in the middle of a Retina screen", [640, 400], pixels, retinaClaude, retina, [720, 450]],
    ["UI-TARS in the middle of the same screen", [500, 500], perMille, retinaPlain, retina, [720, 450]],
    ["an unknown model on the same screen", [720, 450], pixels, retinaPlain, retina, [720, 450]],
    // 250/999 × 900 = 225.2 down, 500/999 × 1440 = 720.7 right.
    ["Gemini, which writes [y, x]", [250, 500], gemini, retinaPlain, retina, [721, 225]],
    ["Gemini in the top left corner", [0, 0], gemini, retinaPlain, retina, [0, 0]],
    ["Gemini in the bottom right corner", [999, 999], gemini, retinaPlain, retina, [1439, 899]],
    ["Gemini in the bottom left corner", [999, 0], gemini, retinaPlain, retina, [0, 899]],
    ["ShowUI", [0.25, 0.75], fraction, retinaPlain, retina, [360, 675]],
    ["a display left of the primary", [75, 150], pixels, secondaryPlain, secondary, [-2460, 200]],
    ["a display above the primary", [0, 1079], pixels, viewOf(above, above), above, [300, -1]],
    ["the near corner of a display on the left", [0, 0], perMille, secondaryPlain, secondary, [-2560, 0]],
    [
      "the far corner of a display on the left",
      [1000, 1000],
      perMille,
      secondaryPlain,
      secondary,
      [-1, 1439],
    ],
    ["a zoomed region", [100, 100], pixels, zoom, retina, [450, 350]],
    ["a zoomed region, normalised", [500, 500], perMille, zoom, retina, [500, 350]],
    ["the far corner of a zoomed region", [400, 200], pixels, zoom, retina, [599, 399]],
    ["the last pixel of a zoomed region", [399, 199], pixels, zoom, retina, [599, 399]],
  ] as const)("%s", (_, [x, y], format, view, display, [globalX, globalY]) => {
    expect(resolveModelPoint(modelPoint(x, y), format, view, display)).toEqual(globalPoint(globalX, globalY));
  });

  test("each axis has its own scale, so a picture whose proportions were rounded still hits", () => {
    // 1920×1080 for a reader that takes multiples of 28 only.
    const view = viewOf({ ...above, x: 0, y: 0 }, { width: 1904, height: 1064 });
    const display = { x: 0, y: 0, width: 1920, height: 1080 };
    // 1903 × 1920 / 1904 = 1918.99, 1063 × 1080 / 1064 = 1078.98
    expect(resolveModelPoint(modelPoint(1903, 1063), pixels, view, display)).toEqual(globalPoint(1919, 1079));
    expect(resolveModelPoint(modelPoint(952, 532), pixels, view, display)).toEqual(globalPoint(960, 540));
  });

  test("a region between whole points yields only points that it shows", () => {
    // A 1920×1080 screen at 125 %: pixels 3 to 8 are the logical points 2.4 to 7.2.
    const display = { x: 0, y: 0, width: 1536, height: 864 };
    const view = zoomOf(display, { x: 2.4, y: 2.4, width: 4.8, height: 4.8 }, { width: 6, height: 6 });
    const at = (value: number) => resolveModelPoint(modelPoint(value, value), pixels, view, display).x;
    expect([0, 1, 2, 3, 4, 5, 6].map(at)).toEqual([3, 3, 4, 5, 6, 6, 7]);
  });

  test("a region smaller than a point yields the point that it lies in", () => {
    const display = { x: -10, y: 0, width: 100, height: 100 };
    const view = zoomOf(display, { x: 2.4, y: 0, width: 0.4, height: 1 }, { width: 1, height: 1 });
    expect(resolveModelPoint(modelPoint(0, 0), pixels, view, display)).toEqual(globalPoint(-8, 0));
  });

  test("a stray last digit at the edges of a region costs no point", () => {
    const display = { x: 0, y: 0, width: 100, height: 100 };
    const stray = { x: 3.0000000000000004, y: 0, width: 4.000000000000001, height: 10 };
    const view = zoomOf(display, stray, { width: 4, height: 10 });
    const at = (x: number) => resolveModelPoint(modelPoint(x, 0), pixels, view, display).x;
    expect([0, 1, 2, 3, 4].map(at)).toEqual([3, 4, 5, 6, 6]);
  });

  test("never answers -0", () => {
    const display = { x: -1, y: 0, width: 100, height: 100 };
    const { x, y } = resolveModelPoint(modelPoint(0.9, -0.2), pixels, wholeDisplayView(display), display);
    expect([Object.is(x, 0), Object.is(y, 0)]).toEqual([true, true]);
  });
});

describe("points off the picture", () => {
  const view = viewOf(retina, { width: 1280, height: 800 });

  test.each([
    ["pixels", [1280, 800]],
    ["pixels", [1280.5, 800.5]],
    ["pixels", [-0.5, -0.5]],
    ["per mille", [1000.5, 0]],
    ["per mille", [-0.5, 1000]],
    ["Gemini", [1000, 1000]],
    ["Gemini", [-1, -1]],
    ["fractions", [1, 1]],
    ["fractions", [1.005, -0.005]],
  ] as const)("%s take %j as the edge, where rounding may put it", (name, [x, y]) => {
    const point = resolveModelPoint(modelPoint(x, y), formats[name], view, retina);
    expect([0, 1439]).toContain(point.x);
    expect([0, 899]).toContain(point.y);
  });

  test.each([
    ["pixels", [1281, 400], "(x 1281, y 400)", "x must be from 0 to 1279 and y from 0 to 799"],
    ["pixels", [640, 801], "(x 640, y 801)", "pixels of the 1280×800 screenshot"],
    ["pixels", [-1, 0], "(x -1, y 0)", "x must be from 0 to 1279"],
    ["pixels", [1440, 900], "(x 1440, y 900)", "y from 0 to 799"],
    ["per mille", [1001, 0], "(x 1001, y 0)", "x must be from 0 to 1000 and y from 0 to 1000"],
    ["per mille", [0, -1], "(x 0, y -1)", "normalized-1000"],
    ["Gemini", [1001, 10], "(y 1001, x 10)", "y must be from 0 to 999 and x from 0 to 999"],
    ["Gemini", [10, -2], "(y 10, x -2)", "normalized-999"],
    ["fractions", [1.1, 0.5], "(x 1.1, y 0.5)", "x must be from 0 to 1 and y from 0 to 1"],
    ["fractions", [500, 500], "(x 500, y 500)", "normalized-0-1"],
  ] as const)("%s refuse %j and name the range", async (name, [x, y], point, range) => {
    const error = await thrownBy(() => resolveModelPoint(modelPoint(x, y), formats[name], view, retina));
    expect(error.code).toBe("out_of_range");
    expect(error.message).toContain(point);
    expect(error.message).toContain(range);
    expect(error.remedy).not.toBeEmpty();
  });

  test("the range is told in the order in which the model writes", async () => {
    const format = { mode: "image-absolute", order: "yx" } as const;
    const error = await thrownBy(() => resolveModelPoint(modelPoint(900, 10), format, view, retina));
    expect(error.message).toContain("(y 900, x 10)");
    expect(error.message).toContain("y must be from 0 to 799 and x from 0 to 1279");
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])(
    "%p is no coordinate",
    async (bad) => {
      for (const point of [modelPoint(bad, 0), modelPoint(0, bad)]) {
        for (const format of [pixels, perMille, gemini, fraction]) {
          const error = await thrownBy(() => resolveModelPoint(point, format, view, retina));
          expect(error.code).toBe("invalid_input");
        }
      }
      const error = await thrownBy(() => resolveLogicalPoint(logicalPoint(0, bad), retina));
      expect(error.code).toBe("invalid_input");
    },
  );

  test("a picture of a display that has changed its size is stale", async () => {
    const rotated = { ...retina, width: 900, height: 1440 };
    const error = await thrownBy(() => resolveModelPoint(modelPoint(1, 1), pixels, view, rotated));
    expect(error.code).toBe("stale_screenshot");
    expect(error.message).toContain("1440×900");
    expect(error.message).toContain("900×1440");
  });

  test("a display that has only moved is found where it is now", () => {
    const moved = { ...retina, x: 1920, y: -200 };
    expect(resolveModelPoint(modelPoint(640, 400), pixels, view, moved)).toEqual(globalPoint(2640, 250));
  });
});

describe("resolveLogicalPoint", () => {
  test.each([
    [[0, 0], retina, [0, 0]],
    [[1439, 899], retina, [1439, 899]],
    [[100.4, 100.5], retina, [100, 101]],
    [[-0.4, -0.5], retina, [0, 0]],
    [[1439.5, 899.9], retina, [1439, 899]],
    [[100, 200], secondary, [-2460, 200]],
    [[2559, 1439], secondary, [-1, 1439]],
    [[0, 0], above, [300, -1080]],
    // Half-way fractions go the same way on both sides of the desktop's origin.
    [[0.5, 0.5], secondary, [-2559, 1]],
  ] as const)("%j on %j is %j", ([x, y], display, [globalX, globalY]) => {
    expect(resolveLogicalPoint(logicalPoint(x, y), display)).toEqual(globalPoint(globalX, globalY));
  });

  test.each([
    [1440, 0],
    [0, 900],
    [-0.6, 0],
    [0, -1],
    [-2460, 200],
    [100_000, 100_000],
  ] as const)("%p, %p is not on a 1440×900 display", async (x, y) => {
    const error = await thrownBy(() => resolveLogicalPoint(logicalPoint(x, y), retina));
    expect(error.code).toBe("out_of_range");
    expect(error.message).toContain(`(x ${x}, y ${y})`);
    expect(error.message).toContain("x must be from 0 to 1439 and y from 0 to 899");
    expect(error.remedy).toContain("displayIndex");
  });
});

describe("the inverse", () => {
  test.each([
    ["pixels", [720, 450], pixels, viewOf(retina, { width: 1280, height: 800 }), retina, [640, 400]],
    ["per mille", [720, 450], perMille, viewOf(retina, retina), retina, [500, 500]],
    ["Gemini's order", [0, 450], gemini, viewOf(retina, retina), retina, [499.5, 0]],
    ["fractions", [360, 675], fraction, viewOf(retina, retina), retina, [0.25, 0.75]],
    [
      "another display",
      [-2460, 200],
      pixels,
      viewOf(secondary, { width: 1920, height: 1080 }),
      secondary,
      [75, 150],
    ],
    ["outside the picture", [-144, 900], perMille, viewOf(retina, retina), retina, [-100, 1000]],
  ] as const)("%s", (_, [x, y], format, view, display, [modelX, modelY]) => {
    expect(toModelPoint(globalPoint(x, y), format, view, display)).toEqual(modelPoint(modelX, modelY));
  });

  test("a place on the desktop in the points of a display", () => {
    expect(toLogicalPoint(globalPoint(-2460, 200), secondary)).toEqual(logicalPoint(100, 200));
  });
});

describe("resolveModelArea", () => {
  const claude = viewOf(retina, { width: 1280, height: 800 });
  const zoom = zoomOf(retina, { x: 400, y: 300, width: 200, height: 100 }, { width: 400, height: 200 });
  const area = { x: 320, y: 200, width: 640, height: 400 };

  test.each<[string, Rect, CoordinateFormat, View, Rect]>([
    ["half of a picture", area, pixels, claude, { x: 360, y: 225, width: 720, height: 450 }],
    [
      "the same part in per mille",
      { x: 250, y: 250, width: 500, height: 500 },
      perMille,
      claude,
      { x: 360, y: 225, width: 720, height: 450 },
    ],
    [
      "the same part in fractions",
      { x: 0.25, y: 0.25, width: 0.5, height: 0.5 },
      fraction,
      claude,
      { x: 360, y: 225, width: 720, height: 450 },
    ],
    [
      "a part of a part",
      { x: 100, y: 50, width: 200, height: 100 },
      pixels,
      zoom,
      { x: 450, y: 325, width: 100, height: 50 },
    ],
    ["all of a part", { x: 0, y: 0, width: 400, height: 200 }, pixels, zoom, zoom.area],
  ])("%s", (_name, given, { mode }, view, expected) => {
    expect(resolveModelArea(given, mode, view, retina)).toEqual(expected);
  });

  test("an area that leaves the picture is out of range, in the caller's numbers", async () => {
    const error = await thrownBy(() =>
      Promise.resolve().then(() =>
        resolveModelArea({ ...area, width: 1000 }, "image-absolute", claude, retina),
      ),
    );
    expect(error.code).toBe("out_of_range");
    expect(error.message).toContain("1279");
  });
});
