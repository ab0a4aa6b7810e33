import { expect, test } from "bun:test";
import { copyItem, type ItemApi, setItem } from "../../src/desktop/win32/clipboard/items.ts";
import { thrownBy } from "../support/thrown.ts";

const format = 13;
const data = new Uint8Array([97, 0, 0, 0]);

/** A Windows that has run out of memory, and of what is on its clipboard. */
function exhausted() {
  const given: (number | bigint)[] = [];
  const api: ItemApi = {
    user32: {
      SetClipboardData: (_format, handle) => {
        given.push(handle);
        return handle;
      },
    },
    kernel32: {
      GlobalAlloc: () => 0,
      GlobalLock: () => 0,
      GlobalUnlock: () => 0,
      GlobalSize: () => data.length,
      GlobalFree: () => 0,
    },
    gdi32: { GetEnhMetaFileBits: () => 0, SetEnhMetaFileBits: () => 0, DeleteEnhMetaFile: () => 0 },
  };
  return { api, given };
}

test.each(["memory", "metafile"] as const)(
  "what there is no room for is not promised instead: %s",
  async (kind) => {
    const { api, given } = exhausted();
    const error = await thrownBy(async () => setItem(api, { format, kind, data }));
    expect(error).toMatchObject({ code: "clipboard_unavailable" });
    expect(given).toEqual([]);
  },
);

test("memory that Windows does not give out is not read", async () => {
  const { api } = exhausted();
  const error = await thrownBy(async () => copyItem(api, format, "memory", 1, Number.POSITIVE_INFINITY));
  expect(error).toMatchObject({ code: "clipboard_unavailable" });
});
