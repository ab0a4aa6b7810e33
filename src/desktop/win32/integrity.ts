import { GuiAgentError } from "../../core/errors.ts";
import type { Handle } from "../native/types.ts";
import type { Advapi32 } from "./api/advapi32.ts";
import type { Kernel32 } from "./api/kernel32.ts";
import type { WindowFunctions } from "./api/user32-windows.ts";
import { type LookingAtProcesses, openProcess, processOf, programName } from "./process.ts";

/** What processes are compared with. */
export interface IntegrityApi {
  readonly user32: Pick<WindowFunctions, "GetForegroundWindow" | "GetWindowThreadProcessId">;
  readonly kernel32: LookingAtProcesses & Pick<Kernel32, "GetCurrentProcess" | "GetLastError">;
  readonly advapi32: Pick<Advapi32, "OpenProcessToken" | "GetTokenInformation">;
}

/** `TOKEN_QUERY` */
const tokenQuery = 8;
/** Of `TOKEN_INFORMATION_CLASS` (winnt/ne-winnt-token_information_class). */
const about = { integrityLevel: 25, uiAccess: 26 } as const;

/** What a program has that was started "as administrator" (`SECURITY_MANDATORY_HIGH_RID`). */
const high = 0x3000;

/** `ERROR_ACCESS_DENIED`: a process that has ended fails with another one. */
const accessDenied = 5;

/** A program of which Windows keeps our input away, in words. */
export interface OutOfReach {
  /** Which it is, and why. */
  readonly program: string;
  readonly remedy: string;
}

/**
 * The program of a window, if Windows drops what we send to it because it has more rights than this process
 * (learn.microsoft.com/en-us/windows/win32/api/winuser/nf-winuser-sendinput: UIPI). Neither the result nor
 * an error code of sending would tell.
 */
export function programOutOfReach(api: IntegrityApi, window: Handle): OutOfReach | undefined {
  const pid = processOf(api.user32, window);
  if (pid === undefined || pid === process.pid) return undefined;
  const own = ownLevel(api);
  if (own === undefined) return undefined;
  using other = openProcess(api.kernel32, pid);
  if (other === undefined) {
    const isDenied = api.kernel32.GetLastError() === accessDenied;
    return isDenied && own < high ? ofAnotherAccount(pid) : undefined;
  }
  const level = levelOf(api, other.handle);
  // The token of a program with more rights is often closed to us, and that of others never.
  if (level !== undefined && level <= own) return undefined;
  return ofAnAdministrator(pid, programName(api.kernel32, pid));
}

function ofAnAdministrator(pid: number, name: string): OutOfReach {
  return {
    program: `${name || "a program"} (process ${pid}), which runs as administrator, and gui-agent does not`,
    remedy: "Start gui-agent as administrator too, or that program without.",
  };
}

/** Such as what asks for consent (UAC) where Windows shows that among the other windows. */
function ofAnotherAccount(pid: number): OutOfReach {
  return {
    program: `a program (process ${pid}) of Windows itself or of another account, which gui-agent may not even look at`,
    remedy: "Answer or close it by hand, or start gui-agent as administrator.",
  };
}

/** Throws `permission_denied` where what we send to a window would be dropped without a word. */
export function assertTakesInput(api: IntegrityApi, window: Handle): void {
  const found = programOutOfReach(api, window);
  if (found === undefined) return;
  throw new GuiAgentError(
    "permission_denied",
    `The window belongs to ${found.program}: Windows keeps clicks and keys of gui-agent from it. Nothing was done.`,
    { remedy: found.remedy },
  );
}

/** Whether this process may also drive programs that run as administrator. */
export function isElevated(api: IntegrityApi): boolean {
  return (ownLevel(api) ?? 0) >= high;
}

function ownLevel(api: IntegrityApi): number | undefined {
  const own = api.kernel32.GetCurrentProcess();
  // A program that is marked as an aid for disabled people may drive all that are not the system's own.
  const level = levelOf(api, own);
  return level !== undefined && tokenNumber(api, own, about.uiAccess, 0) === 1
    ? Math.max(level, high)
    : level;
}

/** Behind `TOKEN_MANDATORY_LABEL`, 16 bytes, follows the identifier; its one sub-authority is the level. */
const levelAt = 24;

function levelOf(api: IntegrityApi, processHandle: Handle): number | undefined {
  return tokenNumber(api, processHandle, about.integrityLevel, levelAt);
}

/** A number of 32 bits from what is known of a process's token; undefined where that is closed to us. */
function tokenNumber(
  { kernel32, advapi32 }: IntegrityApi,
  processHandle: Handle,
  what: number,
  offset: number,
): number | undefined {
  using resources = new DisposableStack();
  const token = new BigUint64Array(1);
  if (advapi32.OpenProcessToken(processHandle, tokenQuery, new Uint8Array(token.buffer)) === 0)
    return undefined;
  resources.defer(() => kernel32.CloseHandle(token[0] ?? 0));
  const memory = new Uint8Array(128);
  const length = new Uint8Array(4);
  const isKnown = advapi32.GetTokenInformation(token[0] ?? 0, what, memory, memory.length, length) !== 0;
  return isKnown ? new DataView(memory.buffer).getUint32(offset, true) : undefined;
}
