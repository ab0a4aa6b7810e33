import { expect, test } from "bun:test";
import { schemaInWords, withPoints } from "../../src/agent/targets.ts";
import { thrownBy } from "../support/thrown.ts";

const number = { type: "number" };

test("places are asked for in words where a tool takes points, and nothing else changes", () => {
  const clicking = {
    type: "object" as const,
    properties: { x: number, y: number, count: number },
    required: ["x", "y", "count"],
    additionalProperties: false,
  };
  expect(schemaInWords(clicking)).toEqual({
    type: "object",
    properties: { target: { type: "string", description: expect.any(String) }, count: number },
    required: ["target", "count"],
    additionalProperties: false,
  });
  const ends = { startX: number, startY: number, endX: number, endY: number };
  const dragging = schemaInWords({ type: "object", properties: ends });
  expect(Object.keys(dragging.properties)).toEqual(["startTarget", "endTarget"]);
  expect(dragging).not.toHaveProperty("required");
  const typing = { type: "object" as const, properties: { text: number }, required: ["text"] };
  expect(schemaInWords(typing)).toEqual(typing);
});

/** Finds a place as many pixels from the left as its name has letters. */
const find = async (words: string) => ({ x: words.length, y: 7 });

test("a call gets a point for each place that it names", async () => {
  expect(await withPoints({ target: "OK", count: 2 }, find)).toEqual({ x: 2, y: 7, count: 2 });
  expect(await withPoints({ startTarget: "A", endTarget: "the bin" }, find)).toEqual({
    startX: 1,
    startY: 7,
    endX: 7,
    endY: 7,
  });
  expect(await withPoints({ text: "x" }, find)).toEqual({ text: "x" });
});

test.each([
  [{ x: 1, y: 2 }, "target"],
  [{ target: "OK", y: 2 }, "target"],
  [{ startTarget: "OK", endX: 2 }, "endTarget"],
  [{ target: 5 }, "target"],
  [{ target: " " }, "target"],
])("%j is refused before anything is looked for", async (given, mention) => {
  const looked: string[] = [];
  const look = async (words: string) => {
    looked.push(words);
    return { x: 1, y: 1 };
  };
  const { code, message, remedy } = await thrownBy(() => withPoints(given, look));
  expect(code).toBe("invalid_input");
  expect(`${message} ${remedy}`).toContain(mention);
  expect(looked).toEqual([]);
});

test("what keeps a place from being found is passed on", async () => {
  const failing = () => Promise.reject(new Error("not there"));
  expect(withPoints({ target: "OK" }, failing)).rejects.toThrow("not there");
});
