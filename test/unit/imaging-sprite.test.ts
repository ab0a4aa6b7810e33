import { describe, expect, test } from "bun:test";
import { createFrame, type Frame, framePixels } from "../../src/imaging/frame.ts";
import { drawSprite, isVisible, type Sprite } from "../../src/imaging/sprite.ts";

function frameOf(width: number, height: number, pixel: readonly number[]): Frame {
  const frame = createFrame(width, height);
  for (let offset = 0; offset < width * height; offset += 1) framePixels(frame).set(pixel, offset * 4);
  return frame;
}

function spriteOf(width: number, height: number, pixel: readonly number[]): Sprite {
  return {
    width,
    height,
    pixels: Uint8Array.from(
      Array(width * height)
        .fill(pixel)
        .flat(),
    ),
  };
}

/** The blue of each pixel. */
function blues(frame: Frame): number[][] {
  const pixels = framePixels(frame);
  return Array.from({ length: frame.height }, (_, y) =>
    Array.from({ length: frame.width }, (_, x) => pixels[(y * frame.width + x) * 4] ?? -1),
  );
}

describe("drawSprite", () => {
  const opaque = spriteOf(2, 2, [9, 9, 9, 255]);

  test.each([
    [-1, -1, [9, 0, 0], [0, 0, 0], [0, 0, 0]],
    [1, 1, [0, 0, 0], [0, 9, 9], [0, 9, 9]],
    [2, 2, [0, 0, 0], [0, 0, 0], [0, 0, 9]],
    [2, -1, [0, 0, 9], [0, 0, 0], [0, 0, 0]],
    [-1, 2, [0, 0, 0], [0, 0, 0], [9, 0, 0]],
  ])("at %d,%d draws what lies in the frame", (left, top, first, second, third) => {
    const frame = frameOf(3, 3, [0, 0, 0, 0]);
    expect(drawSprite(frame, opaque, left, top)).toBe(true);
    expect(blues(frame)).toEqual([first, second, third]);
  });

  test.each([
    [-2, 0],
    [0, -2],
    [3, 0],
    [0, 3],
    [-100, 100],
  ])("at %d,%d draws nothing, and says so", (left, top) => {
    const frame = frameOf(3, 3, [0, 0, 0, 0]);
    expect(drawSprite(frame, opaque, left, top)).toBe(false);
    expect(blues(frame).flat()).toEqual(Array(9).fill(0));
  });

  test.each([
    [0, 0, 100, 100],
    [255, 200, 100, 200],
    // 100 × 127 ÷ 255 is 49.8.
    [128, 0, 100, 50],
    [128, 128, 255, 255],
    // Colours brighter than their alpha light up what is below, and stay in a byte.
    [10, 200, 255, 255],
  ])("alpha %d and %d over %d is %d", (alpha, value, below, result) => {
    const frame = frameOf(1, 1, [below, below, below, 0]);
    drawSprite(frame, spriteOf(1, 1, [value, value, value, alpha]), 0, 0);
    expect([...framePixels(frame).subarray(0, 3)]).toEqual([result, result, result]);
  });
});

test("a sprite is visible when one pixel is", () => {
  expect(isVisible(spriteOf(4, 4, [0, 0, 0, 0]))).toBe(false);
  expect(isVisible(spriteOf(0, 0, []))).toBe(false);
  const pixels = new Uint8Array(64);
  pixels[63] = 1;
  expect(isVisible({ width: 4, height: 4, pixels })).toBe(true);
});
