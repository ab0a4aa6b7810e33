import { expect, test } from "bun:test";
import {
  decodeSelections,
  encodeSelections,
  type KeptSelection,
} from "../../src/desktop/x11/clipboard/kept-selections.ts";
import { thrownBy } from "../support/thrown.ts";

const selections: readonly KeptSelection[] = [
  {
    name: "CLIPBOARD",
    since: 4_294_967_295,
    items: new Map([
      ["text/plain;charset=utf-8", { type: "UTF8_STRING", format: 8, data: Buffer.from("käse\n") }],
      ["LENGTH", { type: "INTEGER", format: 32, data: Buffer.from([5, 0, 0, 0]) }],
      ["empty", { type: "STRING", format: 8, data: Buffer.alloc(0) }],
    ]),
  },
  { name: "PRIMARY", since: 0, items: new Map() },
];

test("selections are read as they were written", () => {
  expect(decodeSelections(encodeSelections(selections))).toEqual(selections);
});

test("what was cut off anywhere is refused", async () => {
  const bytes = encodeSelections(selections);
  for (let length = 0; length < bytes.length; length += 1) {
    const error = await thrownBy(() => decodeSelections(bytes.subarray(0, length)));
    expect(error).toMatchObject({ code: "invalid_input" });
  }
});
