import { expect, test } from "bun:test";
import { becomeDpiAware } from "../../src/desktop/win32/awareness.ts";
import { silentLog } from "../support/silent-log.ts";

// With functions of ours in place of Windows': Wine 8 shows every program the pixels of each monitor, also one
// that has not asked for them.

/** A Windows that grants some contexts, of a process that is so far aware as told (`DPI_AWARENESS`). */
function askedOf(
  granted: readonly number[],
  before: number,
): { readonly calls: readonly (number | string)[]; readonly warnings: number } {
  const calls: (number | string)[] = [];
  const warnings: string[] = [];
  const user32 = {
    SetProcessDpiAwarenessContext: (context: number | bigint) => {
      calls.push(Number(context));
      return granted.includes(Number(context)) ? 1 : 0;
    },
    GetThreadDpiAwarenessContext: () => before,
    GetAwarenessFromDpiAwarenessContext: (context: number | bigint) => Number(context),
    SetProcessDPIAware: () => calls.push("system"),
  };
  becomeDpiAware(user32, { ...silentLog, warn: (message) => warnings.push(message) });
  return { calls, warnings: warnings.length };
}

test.each([
  { windows: "a Windows of today", granted: [-4, -3], before: 0, calls: [-4], warnings: 0 },
  { windows: "an older one", granted: [-3], before: 0, calls: [-4, -3], warnings: 0 },
  { windows: "one that has been told before", granted: [], before: 2, calls: [-4, -3], warnings: 0 },
  { windows: "one that refuses", granted: [], before: 0, calls: [-4, -3, "system"], warnings: 1 },
])("$windows is asked for the pixels of each monitor", ({ granted, before, calls, warnings }) => {
  expect(askedOf(granted, before)).toEqual({ calls, warnings });
});
