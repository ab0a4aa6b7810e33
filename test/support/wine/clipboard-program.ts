/** Runs on Windows: a program that copies and reads as a test tells it, without any of gui-agent's logic. */
import { openLibrary, signature } from "../../../src/desktop/native/library.ts";
import { readMemory, writeMemory } from "../../../src/desktop/native/memory.ts";
import {
  bytes,
  type Handle,
  handle,
  int32,
  signedHandle,
  uint32,
} from "../../../src/desktop/native/types.ts";
import { metafileFunctions } from "../../../src/desktop/win32/api/gdi32-metafiles.ts";
import { memoryFunctions } from "../../../src/desktop/win32/api/kernel32-memory.ts";
import { clipboardFunctions, windowProcedure } from "../../../src/desktop/win32/api/user32-clipboard.ts";
import { windowFunctions } from "../../../src/desktop/win32/api/user32-windows.ts";
import { clipboardCommand } from "./clipboard-commands.ts";
import { serveCommands } from "./serve-commands.ts";

const messageFunctions = { SendMessageW: signature(signedHandle, handle, uint32, handle, bytes) };
const bitmapFunctions = { CreateBitmap: signature(handle, int32, int32, uint32, uint32, bytes) };

const user32 = openLibrary("user32.dll", {
  ...clipboardFunctions,
  ...windowFunctions,
  ...messageFunctions,
});
const kernel32 = openLibrary("kernel32.dll", memoryFunctions);
const gdi32 = openLibrary("gdi32.dll", metafileFunctions);
const bitmaps = openLibrary("gdi32.dll", bitmapFunctions);

const none: Handle = 0;
const window = user32.CreateWindowExW(0, "STATIC", "clipboard", 0, 0, 0, 0, 0, -3, none, none, none);
/** What is promised, by format. */
const promises = new Map<number, { readonly data: Uint8Array; readonly as: string }>();
let original: Handle = 0;
const procedure = windowProcedure.register((of, message, first, second) => {
  if (message !== 0x305) return user32.CallWindowProcW(original, of, message, first, second);
  const promise = promises.get(Number(first));
  if (promise?.as === "hanging") Bun.sleepSync(60_000);
  if (promise?.as === "promised") user32.SetClipboardData(Number(first), allocate(promise.data));
  return 0;
});
original = user32.SetWindowLongPtrW(window, -4, procedure.address);
setInterval(() => {
  const message = new Uint8Array(48);
  while (user32.PeekMessageW(message, none, 0, 0, 1) !== 0) user32.DispatchMessageW(message);
}, 5);

function allocate(data: Uint8Array): Handle {
  const memory = kernel32.GlobalAlloc(2, data.length);
  writeMemory(kernel32.GlobalLock(memory), data);
  kernel32.GlobalUnlock(memory);
  return memory;
}

function bytesOf(format: number, data: Handle): Uint8Array | null {
  if (format === 14) {
    const bits = new Uint8Array(gdi32.GetEnhMetaFileBits(data, 0, null));
    gdi32.GetEnhMetaFileBits(data, bits.length, bits);
    return bits;
  }
  const length = [2, 3, 9].includes(format) ? 0 : Number(kernel32.GlobalSize(data));
  if (length === 0) return null;
  const copy = readMemory(kernel32.GlobalLock(data), length);
  kernel32.GlobalUnlock(data);
  return copy;
}

function numberOf(format: number | string): number {
  return typeof format === "number" ? format : user32.RegisterClipboardFormatW(format);
}

function nameOf(format: number): string {
  const memory = new Uint8Array(512);
  const length = user32.GetClipboardFormatNameW(format, memory, 256);
  return Buffer.from(memory.buffer, 0, length * 2).toString("utf16le");
}

async function open(owner: Handle): Promise<Disposable> {
  for (let attempt = 0; user32.OpenClipboard(owner) === 0; attempt += 1) {
    if (attempt > 500) throw new Error("The clipboard cannot be opened.");
    await Bun.sleep(10);
  }
  return { [Symbol.dispose]: () => void user32.CloseClipboard() };
}

function control(windowClass: string, controlClass: string): Handle {
  const found = user32.FindWindowExW(none, none, windowClass, null);
  const within = Number(found) === 0 ? none : user32.FindWindowExW(found, none, controlClass, null);
  if (Number(within) === 0) throw new Error(`There is no ${controlClass} in a ${windowClass}.`);
  return within;
}

function fetched(format: number) {
  const data = user32.GetClipboardData(format);
  const copy = Number(data) === 0 ? null : bytesOf(format, data);
  return { format, name: nameOf(format), data: copy && Buffer.from(copy).toString("base64") };
}

function put(format: number, data: Uint8Array, as: string): Handle {
  switch (as) {
    case "memory":
      return user32.SetClipboardData(format, allocate(data));
    case "metafile":
      return user32.SetClipboardData(format, gdi32.SetEnhMetaFileBits(data.length, data));
    case "bitmap":
      return user32.SetClipboardData(format, bitmaps.CreateBitmap(4, data.length / 16, 1, 32, data));
    default:
      promises.set(format, { data, as });
      return user32.SetClipboardData(format, none);
  }
}

async function obey(json: unknown): Promise<object> {
  const command = clipboardCommand.parse(json);
  switch (command.do) {
    case "copy": {
      using _open = await open(window);
      user32.EmptyClipboard();
      promises.clear();
      for (const { format, data, as } of command.items) {
        put(numberOf(format), new Uint8Array(Buffer.from(data, "base64")), as);
      }
      return {};
    }
    case "read": {
      using _open = await open(window);
      const formats: number[] = [];
      for (let format = 0; ; ) {
        format = user32.EnumClipboardFormats(format);
        if (format === 0) break;
        formats.push(format);
      }
      return { entries: formats.map(fetched) };
    }
    case "fetch": {
      using _open = await open(command.isAnonymous ? none : window);
      return { entries: [fetched(numberOf(command.format))] };
    }
    case "hold": {
      const opened = await open(window);
      setTimeout(() => opened[Symbol.dispose](), command.ms);
      return {};
    }
    case "hang":
      setTimeout(() => Bun.sleepSync(command.ms), 20);
      return {};
    case "prepare": {
      const edit = control(command.window, command.control);
      user32.SendMessageW(edit, 0xc, 0, new Uint8Array(Buffer.from(`${command.text}\0`, "utf16le")));
      user32.SetForegroundWindow(user32.GetAncestor(edit, 2));
      return {};
    }
    case "text": {
      const edit = control(command.window, command.control);
      const length = Number(user32.SendMessageW(edit, 0xe, 0, null)) + 1;
      const memory = new Uint8Array(length * 2);
      user32.SendMessageW(edit, 0xd, length, memory);
      return { text: Buffer.from(memory.buffer, 0, (length - 1) * 2).toString("utf16le") };
    }
    default:
      return command satisfies never;
  }
}

serveCommands(obey);
