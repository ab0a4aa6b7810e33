/** Runs on Windows: gui-agent's clipboard alone, so that a test can do something between its steps. */
import { systemClock } from "../../../src/core/clock.ts";
import { toGuiAgentError } from "../../../src/core/errors.ts";
import { openLibrary, signature } from "../../../src/desktop/native/library.ts";
import { bytes, int32, uint32 } from "../../../src/desktop/native/types.ts";
import type { TextLoan } from "../../../src/desktop/port.ts";
import { Win32Clipboard } from "../../../src/desktop/win32/clipboard/clipboard.ts";
import { lendingCommand } from "./lending-commands.ts";
import { serveCommands } from "./serve-commands.ts";

const clipboard = new Win32Clipboard(systemClock);
const user32 = openLibrary("user32.dll", { SendInput: signature(uint32, uint32, bytes, int32) });
let loan: TextLoan | undefined;

const virtualKeys: ReadonlyMap<string, number> = new Map([
  ["ctrl", 0x11],
  ["shift", 0x10],
  ["v", 0x56],
  ["insert", 0x2d],
]);

/** Down in their order, up in the other: `INPUT`s of 40 bytes, of which few are not 0. */
function press(keys: readonly string[]): void {
  const strokes = [
    ...keys.map((key) => ({ key, flags: 0 })),
    ...keys.toReversed().map((key) => ({ key, flags: 2 })),
  ];
  const memory = new Uint8Array(40 * strokes.length);
  const view = new DataView(memory.buffer);
  for (const [index, { key, flags }] of strokes.entries()) {
    view.setUint32(index * 40, 1, true);
    view.setUint16(index * 40 + 8, virtualKeys.get(key) ?? 0, true);
    view.setUint32(index * 40 + 12, flags, true);
  }
  user32.SendInput(strokes.length, memory, 40);
}

async function obey(json: unknown): Promise<object> {
  const command = lendingCommand.parse(json);
  const { signal } = new AbortController();
  switch (command.do) {
    case "read": {
      const { cancelAfterMs } = command;
      const reading = cancelAfterMs === undefined ? signal : AbortSignal.timeout(cancelAfterMs);
      return { contents: await clipboard.read(reading) };
    }
    case "write":
      await clipboard.writeText(command.text, { isSecret: command.isSecret });
      return {};
    case "lend":
      loan = await clipboard.lend(command.text, { signal });
      return {};
    case "press":
      press(loan?.pasteKeys ?? []);
      return {};
    case "await":
      return { outcome: await loan?.taken(command.timeoutMs, signal) };
    case "putBack":
      await loan?.[Symbol.asyncDispose]();
      return {};
    case "end":
      await clipboard[Symbol.asyncDispose]();
      setTimeout(() => process.exit(0), 20);
      return {};
    default:
      return command satisfies never;
  }
}

serveCommands(async (json) => {
  try {
    return await obey(json);
  } catch (thrown) {
    const { code, message } = toGuiAgentError(thrown);
    return { error: code, message };
  }
});
