import type { Handle } from "../native/types.ts";
import type { ProcessFunctions } from "./api/kernel32-processes.ts";
import type { WindowFunctions } from "./api/user32-windows.ts";
import { text } from "./wide-text.ts";

/** What a process is looked at with. */
export type LookingAtProcesses = Pick<
  ProcessFunctions,
  "OpenProcess" | "QueryFullProcessImageNameW" | "CloseHandle"
>;

/** `PROCESS_QUERY_LIMITED_INFORMATION`: allowed also for what runs with more rights, within the same user. */
const queryLimited = 0x1000;

/** A process that can be asked about; undefined where it has ended or may not be looked at. */
export function openProcess(functions: LookingAtProcesses, id: number): ProcessHandle | undefined {
  const handle = functions.OpenProcess(queryLimited, 0, id);
  if (Number(handle) === 0) return undefined;
  return { handle, [Symbol.dispose]: () => void functions.CloseHandle(handle) };
}

export interface ProcessHandle extends Disposable {
  readonly handle: Handle;
}

const longestPath = 32_768;

/** What a program's file is called, such as `notepad`; empty where the system does not tell. */
export function programName(functions: LookingAtProcesses, id: number): string {
  using opened = openProcess(functions, id);
  if (opened === undefined) return "";
  const path = new Uint8Array(longestPath * 2);
  const length = new Uint32Array([longestPath]);
  const isFound = functions.QueryFullProcessImageNameW(opened.handle, 0, path, new Uint8Array(length.buffer));
  if (isFound === 0) return "";
  const [name = ""] = text(path, length[0]).split(/[\\/]/).slice(-1);
  return name.replace(/\.exe$/i, "");
}

/** Of the process that a window belongs to; undefined once it has closed. */
export function processOf(
  user32: Pick<WindowFunctions, "GetWindowThreadProcessId">,
  window: Handle,
): number | undefined {
  const id = new Uint32Array(1);
  user32.GetWindowThreadProcessId(window, new Uint8Array(id.buffer));
  return id[0] === 0 ? undefined : id[0];
}
