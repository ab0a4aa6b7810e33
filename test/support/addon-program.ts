/** Calls a library of the system through the addon that is embedded, and prints the number of this process by it. */
import { openLibrary, signature } from "../../src/desktop/native/library.ts";
import { uint32 } from "../../src/desktop/native/types.ts";

const processNumber = signature(uint32);

function ownProcess(): number {
  if (process.platform === "win32")
    return openLibrary("kernel32.dll", { GetCurrentProcessId: processNumber }).GetCurrentProcessId();
  const library = process.platform === "darwin" ? "libSystem.B.dylib" : "libc.so.6";
  return openLibrary(library, { getpid: processNumber }).getpid();
}

console.log(ownProcess());
