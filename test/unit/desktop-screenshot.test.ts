import { describe, expect, test } from "bun:test";
import { Jimp } from "jimp";
import { imageCodec } from "#runtime";
import { resolveModelPoint } from "../../src/coordinates/resolver.ts";
import { globalPoint, modelPoint, type Rect } from "../../src/core/geometry.ts";
import type { Display } from "../../src/desktop/port.ts";
import { encodeUnreduced, type ScreenshotRequest, takeScreenshot } from "../../src/desktop/screenshot.ts";
import { createFrame, framePixels } from "../../src/imaging/frame.ts";
import { thrownBy } from "../support/thrown.ts";

function display(width: number, height: number, scaleFactor: number, origin = { x: 0, y: 0 }): Display {
  return {
    index: 1,
    name: "TEST-1",
    isPrimary: false,
    ...origin,
    width,
    height,
    physicalWidth: Math.round(width * scaleFactor),
    physicalHeight: Math.round(height * scaleFactor),
    scaleFactor,
  };
}

/** A desktop that notes what was captured. Its pixels carry their own place: red is x, green is y, modulo 256. */
function desktopOf(pixelRatio = 1) {
  const captured: Rect[] = [];
  return {
    captured,
    capture: async (area: Rect) => {
      captured.push(area);
      const frame = createFrame(area.width * pixelRatio, area.height * pixelRatio);
      const pixels = framePixels(frame);
      for (let y = 0; y < frame.height; y += 1) {
        for (let x = 0; x < frame.width; x += 1) {
          pixels.set([0, (area.y + y) & 255, (area.x + x) & 255, 0], (y * frame.width + x) * 4);
        }
      }
      return frame;
    },
  };
}

function shoot(request: Partial<ScreenshotRequest> & Pick<ScreenshotRequest, "display">) {
  return takeScreenshot({
    desktop: desktopOf(),
    codec: imageCodec,
    format: "png",
    quality: 75,
    maxBytes: 10_000_000,
    ...request,
  });
}

const retina = display(1440, 900, 2);

describe("a whole display", () => {
  test("comes in logical points, with every number that a caller needs", async () => {
    const desktop = desktopOf();
    const { metadata, bytes, view } = await shoot({ desktop, display: retina });
    expect(desktop.captured).toEqual([{ x: 0, y: 0, width: 2880, height: 1800 }]);
    expect(metadata).toEqual({
      imageWidth: 1440,
      imageHeight: 900,
      imageBytes: bytes.length,
      mimeType: "image/png",
      logicalWidth: 1440,
      logicalHeight: 900,
      physicalWidth: 2880,
      physicalHeight: 1800,
      scaleFactor: 2,
      displayIndex: 1,
    });
    expect(view).toEqual({
      image: { width: 1440, height: 900 },
      area: { x: 0, y: 0, width: 1440, height: 900 },
      display: { width: 1440, height: 900 },
    });
  });

  test.each([
    ["jpeg", "image/jpeg", [0xff, 0xd8, 0xff]],
    ["png", "image/png", [0x89, 0x50, 0x4e]],
    ["webp", "image/webp", [0x52, 0x49, 0x46]],
  ] as const)("comes as %s", async (format, mimeType, signature) => {
    const { metadata, bytes } = await shoot({ display: display(64, 48, 1), format });
    expect(metadata.mimeType).toBe(mimeType);
    expect([...bytes.subarray(0, 3)]).toEqual([...signature]);
  });

  test.each([
    [1920, 1080, 1, {}, 1920, 1080],
    [3840, 2160, 1, {}, 1920, 1080],
    [1536, 864, 1.25, {}, 1536, 864],
    [1280, 720, 1.5, {}, 1280, 720],
    [1440, 900, 2, { maxEdge: 1280 }, 1280, 800],
    [1920, 1080, 1, { edgeMultiple: 28 }, 1904, 1064],
    [1440, 900, 2, { maxEdge: 4000 }, 1440, 900],
  ])(
    "of %d×%d points at %d within %j is %d×%d",
    async (width, height, scaleFactor, limits, imageWidth, imageHeight) => {
      const { metadata } = await shoot({
        display: display(width, height, scaleFactor),
        limits,
        format: "jpeg",
      });
      expect(metadata).toMatchObject({
        imageWidth,
        imageHeight,
        logicalWidth: width,
        logicalHeight: height,
        scaleFactor,
      });
    },
  );

  test("is captured where the display is", async () => {
    const desktop = desktopOf();
    await shoot({ desktop, display: display(1280, 720, 1.5, { x: -1280, y: 200 }), format: "jpeg" });
    expect(desktop.captured).toEqual([{ x: -1920, y: 300, width: 1920, height: 1080 }]);
  });

  test("says the scale factor that was measured, not the one that was reported", async () => {
    const reportsOne = display(400, 300, 1);
    const { metadata, view } = await shoot({ desktop: desktopOf(2), display: reportsOne });
    expect(metadata).toMatchObject({
      scaleFactor: 2,
      physicalWidth: 800,
      physicalHeight: 600,
      imageWidth: 400,
      imageHeight: 300,
    });
    expect(view.area).toEqual({ x: 0, y: 0, width: 400, height: 300 });
  });

  test("says what was lowered, and counts points in the picture that was sent", async () => {
    const noisy = { capture: async () => noise(800, 600) };
    const { metadata, view } = await shoot({
      desktop: noisy,
      display: display(800, 600, 1),
      maxBytes: 1_000_000,
    });
    expect(metadata.imageBytes).toBeLessThanOrEqual(1_000_000);
    expect(metadata.reduced).toContain("size 800×600 → ");
    expect(view.image).toEqual({ width: metadata.imageWidth, height: metadata.imageHeight });
    expect(view.image.width).toBeLessThan(800);
  });
});

describe("a region", () => {
  test("comes in native pixels, with its place", async () => {
    const desktop = desktopOf();
    const region = { x: 400, y: 300, width: 200, height: 100 };
    const { metadata, view, bytes } = await shoot({ desktop, display: retina, region });
    expect(desktop.captured).toEqual([{ x: 800, y: 600, width: 400, height: 200 }]);
    expect(metadata).toMatchObject({ imageWidth: 400, imageHeight: 200, scaleFactor: 2, region });
    expect(metadata).toMatchObject({ logicalWidth: 1440, physicalWidth: 2880, physicalHeight: 1800 });
    expect(view.area).toEqual(region);
    // The picture's own pixels say where they are from: 100, 50 of it is 900, 650 of the screen.
    const { data } = (await Jimp.read(Buffer.from(bytes))).bitmap;
    const at = (50 * 400 + 100) * 4;
    expect([data[at], data[at + 1]]).toEqual([900 & 255, 650 & 255]);
    // And a click on it lands there: 450, 325 in logical points.
    const format = { mode: "image-absolute", order: "xy" } as const;
    expect(resolveModelPoint(modelPoint(100, 50), format, view, retina)).toEqual(globalPoint(450, 325));
  });

  test("that is larger than the limits is scaled down to them", async () => {
    const region = { x: 0, y: 0, width: 1440, height: 450 };
    const { metadata } = await shoot({ display: retina, region, format: "jpeg" });
    expect(metadata).toMatchObject({ imageWidth: 1920, imageHeight: 600 });
  });

  test("that begins inside a pixel is extended to whole ones, and says so", async () => {
    // At 125 %: 3 points are 3.75 pixels, so pixels 3 to 8 show the points 2.4 to 7.2 (8 × 1.25 = 10 from 10).
    const desktop = desktopOf();
    const { metadata, view } = await shoot({
      desktop,
      display: display(1536, 864, 1.25),
      region: { x: 3, y: 4, width: 4, height: 4 },
    });
    expect(desktop.captured).toEqual([{ x: 3, y: 5, width: 6, height: 5 }]);
    expect(view.area.x).toBeCloseTo(2.4, 9);
    expect(view.area.width).toBeCloseTo(4.8, 9);
    expect([view.area.y, view.area.height]).toEqual([4, 4]);
    expect(metadata.region).toEqual(view.area);
    expect(metadata.scaleFactor).toBe(1.25);
  });

  test.each([
    [{ x: 0, y: 0, width: 1440, height: 900 }],
    [{ x: 1439, y: 899, width: 1, height: 1 }],
    [{ x: 0, y: 0, width: 1, height: 1 }],
  ])("%j lies on a 1440×900 display", async (region) => {
    const { metadata } = await shoot({ display: retina, region, format: "jpeg" });
    expect(metadata.region).toEqual(region);
  });

  test.each([
    [{ x: -1, y: 0, width: 10, height: 10 }, "out_of_range"],
    [{ x: 0, y: -1, width: 10, height: 10 }, "out_of_range"],
    [{ x: 1435, y: 0, width: 10, height: 10 }, "out_of_range"],
    [{ x: 0, y: 895, width: 10, height: 10 }, "out_of_range"],
    [{ x: 0, y: 0, width: 2880, height: 1800 }, "out_of_range"],
    [{ x: 0, y: 0, width: 0, height: 10 }, "invalid_input"],
    [{ x: 0, y: 0, width: 10, height: -10 }, "invalid_input"],
    [{ x: 0, y: 0, width: 0.5, height: 10 }, "invalid_input"],
    [{ x: Number.NaN, y: 0, width: 10, height: 10 }, "invalid_input"],
    [{ x: 0, y: 0, width: Number.POSITIVE_INFINITY, height: 10 }, "invalid_input"],
  ] as const)("%j is refused: %s", async (region, code) => {
    const desktop = desktopOf();
    const error = await thrownBy(() => shoot({ desktop, display: retina, region }));
    expect(error.code).toBe(code);
    expect(error.message + (error.remedy ?? "")).toContain("1440×900 logical points");
    expect(desktop.captured).toBeEmpty();
  });
});

test("the frame in full is every captured pixel, whatever the picture was reduced to", async () => {
  const { frame } = await shoot({ display: display(300, 200, 2), limits: { maxEdge: 100 } });
  const { bitmap } = await Jimp.read(Buffer.from(await encodeUnreduced(imageCodec, frame, "png", 75)));
  expect([bitmap.width, bitmap.height]).toEqual([600, 400]);
  const at = (399 * 600 + 599) * 4;
  expect([...bitmap.data.subarray(at, at + 4)]).toEqual([599 & 255, 399 & 255, 0, 255]);
});

function noise(width: number, height: number) {
  const frame = createFrame(width, height);
  const pixels = framePixels(frame);
  for (let start = 0; start < pixels.length; start += 65_536) {
    crypto.getRandomValues(pixels.subarray(start, start + 65_536));
  }
  return frame;
}
