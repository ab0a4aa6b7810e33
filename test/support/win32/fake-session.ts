import { ptr } from "bun:ffi";
import type { PermissionSources } from "../../../src/desktop/win32/permissions.ts";
import { writeNumber, writeText } from "./fake-windows.ts";

type SessionAndRights = PermissionSources["api"];

export interface FakeSession {
  /** The window station of this process. */
  readonly station?: string;
  /** The desktop that is shown; undefined where it is not for programs. */
  readonly shown?: string | undefined;
  readonly isRemote?: boolean;
  /** The system metric that is asked for. */
  readonly isDisconnected?: boolean;
  /** `SessionFlags`; undefined where Windows tells nothing about the session, or only that it was left. */
  readonly lockFlags?: number | undefined;
  readonly isScreenSaverRunning?: boolean;
  readonly own?: Rights;
  /** The process of the window in front. */
  readonly inFront?: Rights & {
    readonly path: string;
    readonly isTokenClosed?: boolean;
    /** The error code with which it cannot be opened. */
    readonly failure?: number;
  };
}

export interface Rights {
  /** 0x2000 is usual, 0x3000 as administrator. */
  readonly level: number;
  readonly hasUiAccess?: boolean;
}

const ids = { station: 1, ownDesktop: 2, shownDesktop: 3, ownProcess: 4, inFront: 5 } as const;
/** The memory that Windows hands out lives as long as the tests. */
const handedOut: Uint8Array[] = [];

/** What Windows would say in such a session. */
export function fakeSession(session: FakeSession): SessionAndRights {
  const { station = "WinSta0", isRemote = false, isDisconnected = false, lockFlags, own, inFront } = session;
  const shown = "shown" in session ? session.shown : "Default";
  const names: Readonly<Record<number, string | undefined>> = {
    [ids.station]: station,
    [ids.ownDesktop]: "Default",
    [ids.shownDesktop]: shown,
  };
  const rightsOf = (handle: number | bigint) => (Number(handle) === ids.ownProcess ? own : inFront);
  const answer = (
    words: readonly number[],
    address: Uint8Array | null,
    length: Uint8Array | null,
  ): number => {
    const memory = new Uint8Array(new Int32Array(words).buffer);
    handedOut.push(memory);
    if (address !== null) new BigUint64Array(address.buffer)[0] = BigInt(ptr(memory));
    writeNumber(length, memory.length);
    return 1;
  };
  return {
    user32: {
      OpenInputDesktop: () => (shown === undefined ? 0 : ids.shownDesktop),
      CloseDesktop: () => 1,
      GetThreadDesktop: () => ids.ownDesktop,
      GetProcessWindowStation: () => ids.station,
      GetUserObjectInformationW: (object, _what, memory) => {
        writeText(memory, names[Number(object)] ?? "");
        return 1;
      },
      SystemParametersInfoW: (what, _number, memory) => {
        writeNumber(memory, what === 0x72 && session.isScreenSaverRunning === true ? 1 : 0);
        return 1;
      },
      GetSystemMetrics: () => (isRemote ? 1 : 0),
      GetForegroundWindow: () => ids.inFront,
      GetWindowThreadProcessId: (_window, memory) => {
        writeNumber(memory, inFront === undefined ? 0 : ids.inFront);
        return 1;
      },
    },
    kernel32: {
      GetCurrentThreadId: () => 1,
      GetCurrentProcess: () => ids.ownProcess,
      OpenProcess: (_access, _inherit, id) => (inFront?.failure === undefined ? id : 0),
      GetLastError: () => inFront?.failure ?? 0,
      QueryFullProcessImageNameW: (_process, _format, memory, length) => {
        writeNumber(length, writeText(memory, inFront?.path ?? ""));
        return 1;
      },
      CloseHandle: () => 1,
    },
    advapi32: {
      OpenProcessToken: (process, _access, token) => {
        if (Number(process) === ids.inFront && inFront?.isTokenClosed === true) return 0;
        writeNumber(token, Number(process));
        return 1;
      },
      GetTokenInformation: (token, what, memory) => {
        const rights = rightsOf(token);
        if (memory === null || rights === undefined) return 0;
        const view = new DataView(memory.buffer);
        // The level is the last word of the security identifier that follows the label.
        if (what === 25) view.setUint32(24, rights.level, true);
        else view.setUint32(0, rights.hasUiAccess === true ? 1 : 0, true);
        return 1;
      },
    },
    wtsapi32: {
      WTSQuerySessionInformationW: (_server, _session, what, address, length) => {
        if (what !== 25 || (lockFlags === undefined && !isDisconnected)) return 0;
        // Its form, nothing, the session, its state, and whether it is locked.
        return answer([1, 0, 1, isDisconnected ? 4 : 0, lockFlags ?? -1], address, length);
      },
      WTSFreeMemory: () => undefined,
    },
  };
}
