import { ptr } from "bun:ffi";
import { expect, test } from "bun:test";
import { readMemory, writeMemory } from "../../src/desktop/native/memory.ts";

test("memory of others is read and written as copies, from any place on", () => {
  const memory = new Uint8Array([1, 2, 3, 4, 5, 6]);
  const address = BigInt(ptr(memory));
  const copy = readMemory(address + 1n, 4);
  writeMemory(address + 2n, new Uint8Array([0, 9, 8, 0]).subarray(1, 3));
  expect([...copy]).toEqual([2, 3, 4, 5]);
  expect([...memory]).toEqual([1, 2, 9, 8, 5, 6]);
});
