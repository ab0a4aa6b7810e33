import { expect, test } from "bun:test";
import { systemClock } from "../../src/core/clock.ts";
import { EventDataReader } from "../../src/models/event-data.ts";
import { Exchange } from "../../src/models/exchange.ts";
import { retryAfterMs } from "../../src/models/retry-after.ts";
import { endpointAt } from "../support/vision-model.ts";

test("events are read however the bytes are cut", () => {
  const text =
    'event: a\ndata: {"text":"äöü 截图"}\n\n: comment\r\n\r\ndata:two\r\n\r\ndata: three\rdata: four\n\ndata: five';
  const bytes = new TextEncoder().encode(text);
  for (let size = 1; size <= bytes.length; size += 1) {
    const reader = new EventDataReader();
    const read: string[] = [];
    for (let start = 0; start < bytes.length; start += size) {
      read.push(...reader.read(bytes.subarray(start, start + size)));
    }
    read.push(...reader.end());
    expect(read).toEqual(['{"text":"äöü 截图"}', "two", "three", "four", "five"]);
  }
});

test.each([
  [null, undefined],
  ["", undefined],
  ["soon", undefined],
  ["3", 3000],
  ["1.5", 1500],
  ["-3", undefined],
  ["Wed, 21 Oct 2026 07:28:10 GMT", 10_000],
  ["Wed, 21 Oct 2026 07:27:00 GMT", undefined],
])("Retry-After: %s is %p ms", (header, expected) => {
  expect(retryAfterMs(header, new Date("2026-10-21T07:28:00Z"))).toBe(expected);
});

test("a request to a model does not go to another address", async () => {
  const exchange = new Exchange(endpointAt("openai", "http://127.0.0.1:9/v1"), systemClock);
  for (const address of ["http://127.0.0.1:8/v1/x", "http://127.0.0.1:9/v1x", "http://127.0.0.1:99/v1/x"]) {
    await expect(exchange.run(() => fetch(address))).rejects.toThrow("about to go elsewhere");
  }
  expect(exchange.isSent).toBe(false);
});
