import { type Functions, openLibrary } from "../native/library.ts";
import { type AdvapiFunctions, advapiFunctions } from "./api/advapi32.ts";
import { type DwmFunctions, dwmFunctions } from "./api/dwmapi.ts";
import { processFunctions } from "./api/kernel32-processes.ts";
import { sharingFunctions } from "./api/kernel32-sharing.ts";
import { desktopFunctions } from "./api/user32-desktops.ts";
import { windowFunctions } from "./api/user32-windows.ts";
import { type WtsFunctions, wtsFunctions } from "./api/wtsapi32.ts";

const user32 = { ...windowFunctions, ...desktopFunctions };
const kernel32 = { ...processFunctions, ...sharingFunctions };

/** What Windows is asked about programs with: their windows and rights, the session, and other gui-agents. */
export interface ProgramsApi {
  readonly user32: Functions<typeof user32>;
  readonly kernel32: Functions<typeof kernel32>;
  readonly dwmapi: DwmFunctions;
  readonly advapi32: AdvapiFunctions;
  readonly wtsapi32: WtsFunctions;
}

export function openProgramsApi(): ProgramsApi {
  return {
    user32: openLibrary("user32.dll", user32),
    kernel32: openLibrary("kernel32.dll", kernel32),
    dwmapi: openLibrary("dwmapi.dll", dwmFunctions),
    advapi32: openLibrary("advapi32.dll", advapiFunctions),
    wtsapi32: openLibrary("wtsapi32.dll", wtsFunctions),
  };
}
