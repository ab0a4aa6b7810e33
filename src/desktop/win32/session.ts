import { readMemory } from "../native/memory.ts";
import type { Handle } from "../native/types.ts";
import type { ProcessFunctions } from "./api/kernel32-processes.ts";
import type { DesktopFunctions } from "./api/user32-desktops.ts";
import type { Wtsapi32 } from "./api/wtsapi32.ts";
import { terminatedText } from "./wide-text.ts";

/** What Windows is asked about the session of this process with. */
export interface SessionApi {
  readonly user32: Omit<DesktopFunctions, "GetAsyncKeyState">;
  readonly kernel32: Pick<ProcessFunctions, "GetCurrentThreadId">;
  readonly wtsapi32: Wtsapi32;
}

/** `WTSQuerySessionInformationW`: this session, of this machine. */
const thisSession = 0xffff_ffff;
const thisMachine = 0;
/** `WTSSessionInfoEx` of `WTS_INFO_CLASS` (ne-wtsapi32-wts_info_class). */
const sessionInfoEx = 25;

/** Where `WTSINFOEX_LEVEL1_W` has its `SessionState` and `SessionFlags`, within `WTSINFOEXW`. */
const places = { state: 12, flags: 16 } as const;

/** Of `WTS_CONNECTSTATE_CLASS`: nobody has the session on a screen. */
const disconnected = 4;

/** What `SessionFlags` means since Windows 8; Windows 7 has the two the other way round. */
const sessionFlags = { locked: 0, unlocked: 1 } as const;

/** What Windows keeps about a session. */
export interface SessionState {
  /** Whether the user has left it without logging off; its screen is then not drawn. */
  readonly isDisconnected: boolean;
  /** Whether its screen is locked; undefined where Windows does not tell. */
  readonly isLocked: boolean | undefined;
}

/** The state of the session of this process. */
export function sessionState({ wtsapi32 }: SessionApi): SessionState {
  const info = query(wtsapi32, sessionInfoEx);
  const flags = info?.getInt32(places.flags, true);
  const isKnown = flags === sessionFlags.locked || flags === sessionFlags.unlocked;
  return {
    isDisconnected: info?.getUint32(places.state, true) === disconnected,
    isLocked: isKnown ? flags === sessionFlags.locked : undefined,
  };
}

const remoteSession = 0x1000;

/** Whether the desktop is shown through Remote Desktop. */
export function isRemote({ user32 }: SessionApi): boolean {
  return user32.GetSystemMetrics(remoteSession) !== 0;
}

/** The window station that has a screen; services and programs started through SSH have others. */
export function isInteractive({ user32 }: SessionApi): boolean {
  return nameOf(user32, user32.GetProcessWindowStation()).toLowerCase() === "winsta0";
}

/** The desktop that the windows of this process would be on. */
export function ownDesktop({ user32, kernel32 }: SessionApi): string {
  return nameOf(user32, user32.GetThreadDesktop(kernel32.GetCurrentThreadId()));
}

/** `DESKTOP_READOBJECTS` */
const readObjects = 1;

/**
 * The desktop that is shown and gets the input: `Default` is that of programs, `Winlogon` the secure one,
 * `Screen-saver` that of a screen saver with a password. Undefined where it is not for us.
 */
export function inputDesktop({ user32 }: SessionApi): string | undefined {
  using resources = new DisposableStack();
  const desktop = user32.OpenInputDesktop(0, 0, readObjects);
  if (Number(desktop) === 0) return undefined;
  resources.adopt(desktop, user32.CloseDesktop);
  return nameOf(user32, desktop);
}

/** `SPI_GETSCREENSAVERRUNNING` */
const getScreenSaverRunning = 0x72;

/** Whether a screen saver is running, on whichever desktop. */
export function isScreenSaverRunning({ user32 }: SessionApi): boolean {
  const running = new Uint32Array(1);
  const isKnown =
    user32.SystemParametersInfoW(getScreenSaverRunning, 0, new Uint8Array(running.buffer), 0) !== 0;
  return isKnown && running[0] !== 0;
}

const objectName = 2;
const longestName = 256;

function nameOf(user32: SessionApi["user32"], object: Handle): string {
  const memory = new Uint8Array(longestName * 2);
  const isKnown = user32.GetUserObjectInformationW(object, objectName, memory, memory.length, null) !== 0;
  return isKnown ? terminatedText(memory) : "";
}

/** A copy of what is known; undefined where nothing is. */
function query(wtsapi32: Wtsapi32, what: number): DataView | undefined {
  using resources = new DisposableStack();
  const address = new BigUint64Array(1);
  const length = new Uint32Array(1);
  const [addressOut, lengthOut] = [new Uint8Array(address.buffer), new Uint8Array(length.buffer)];
  if (wtsapi32.WTSQuerySessionInformationW(thisMachine, thisSession, what, addressOut, lengthOut) === 0)
    return undefined;
  resources.defer(() => wtsapi32.WTSFreeMemory(address[0] ?? 0));
  return new DataView(readMemory(address[0] ?? 0, length[0] ?? 0).buffer);
}
