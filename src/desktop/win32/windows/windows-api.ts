import type { Dwmapi } from "../api/dwmapi.ts";
import type { WindowFunctions } from "../api/user32-windows.ts";
import type { LookingAtProcesses } from "../process.ts";

/** What windows are looked at and moved with. */
export interface WindowsApi {
  readonly user32: WindowFunctions;
  readonly dwmapi: Dwmapi;
  readonly kernel32: LookingAtProcesses;
}
