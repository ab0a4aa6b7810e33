import { afterEach, expect, test } from "bun:test";
import { imageFinder } from "#runtime";
import { createFrame, type Frame, framePixels } from "../../src/imaging/frame.ts";
import type { ImageQuery } from "../../src/imaging/image-finder.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import { thrownBy } from "../support/thrown.ts";

afterEach(() => imageFinder[Symbol.asyncDispose]());

const neverCancelled = new AbortController().signal;
const place = { x: 123, y: 77, width: 40, height: 30 };

/** A screen of blocks in random greys, and a search for a part of it. */
function query(changes: Partial<ImageQuery> = {}): ImageQuery {
  const screen = noise(400, 300);
  const template = { width: place.width, height: place.height, pixels: cut(screen) };
  return { screen, shownSizes: [], template, confidence: 0.9, anyScale: false, most: 1, ...changes };
}

function noise(width: number, height: number): Frame {
  const random = randomNumbers(5);
  const frame = createFrame(width, height);
  const pixels = framePixels(frame);
  for (let pixel = 0; pixel < width * height; pixel += 1)
    pixels.fill(random() * 256, pixel * 4, pixel * 4 + 4);
  return frame;
}

function cut(screen: Frame): Uint8Array {
  const rows = Array.from({ length: place.height }, (_, row) => {
    const start = ((place.y + row) * screen.width + place.x) * 4;
    return framePixels(screen).subarray(start, start + place.width * 4);
  });
  // Opaque: the fourth bytes of a frame carry no meaning.
  return Uint8Array.from(Buffer.concat(rows), (value, index) => (index % 4 === 3 ? 255 : value));
}

test("searches at the same time each get their own answer, and their screen back", async () => {
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, index) =>
      imageFinder.find(query({ confidence: index % 2 === 0 ? 0.9 : 1 }), neverCancelled),
    ),
  );
  for (const { matches, screen } of answers) {
    expect(matches).toMatchObject([place]);
    expect(framePixels(screen)).toEqual(framePixels(noise(400, 300)));
  }
});

test("a search ends at once when it is cancelled, before and while it runs", async () => {
  expect((await thrownBy(() => imageFinder.find(query(), AbortSignal.abort()))).code).toBe("cancelled");
  const cancel = new AbortController();
  const searching = thrownBy(() => imageFinder.find(query(), cancel.signal));
  cancel.abort();
  expect((await searching).code).toBe("cancelled");
  expect((await imageFinder.find(query(), neverCancelled)).matches).toMatchObject([place]);
});

test("when the thread ends, the search fails, and the next one has a new thread", async () => {
  const searching = thrownBy(() => imageFinder.find(query(), neverCancelled));
  await imageFinder[Symbol.asyncDispose]();
  const { code, remedy } = await searching;
  expect(code).toBe("internal");
  expect(remedy).toContain("again");
  expect((await imageFinder.find(query(), neverCancelled)).matches).toMatchObject([place]);
});

test("a failure in the thread comes back as it is, and does not end it", async () => {
  const { code, message } = await thrownBy(() =>
    imageFinder.find(query({ template: new Uint8Array(9) }), neverCancelled),
  );
  expect(code).toBe("invalid_input");
  expect(message).toContain("read");
  expect((await imageFinder.find(query(), neverCancelled)).matches).toMatchObject([place]);
});
