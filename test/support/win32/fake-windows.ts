import type { Rect } from "../../../src/core/geometry.ts";
import { windowAttribute } from "../../../src/desktop/win32/api/dwmapi.ts";
import {
  monitorInfo,
  rectangle,
  type WindowFunctions,
  windowPlacement,
} from "../../../src/desktop/win32/api/user32-windows.ts";
import type { WindowsApi } from "../../../src/desktop/win32/windows/windows-api.ts";

/** A window as Windows would answer for it. */
export interface FakeWindow {
  readonly handle: number;
  readonly title?: string;
  readonly className?: string;
  readonly extendedStyle?: number;
  readonly isHidden?: boolean;
  readonly isDisabled?: boolean;
  readonly isMinimized?: boolean;
  /** Flags of `DWMWA_CLOAKED`. */
  readonly cloaked?: number;
  readonly owner?: number;
  readonly pid?: number;
  /** With the transparent border; `visible` is without. */
  readonly rect?: Rect;
  readonly visible?: Rect;
  /** Flags of `WINDOWPLACEMENT`. */
  readonly placementFlags?: number;
  /** Windows within it, by class. */
  readonly children?: Readonly<Record<string, number>>;
  /** The class of what has the focus in its thread. */
  readonly focus?: number;
}

export interface FakeDesktop {
  readonly windows: readonly FakeWindow[];
  readonly foreground?: number;
  readonly programs?: Readonly<Record<number, string>>;
  /** The one monitor, and what of it the taskbar leaves. */
  readonly monitor?: Rect;
  readonly workArea?: Rect;
  /** What was called that changes something, in order. */
  readonly calls?: string[];
}

const screen = { x: 0, y: 0, width: 1920, height: 1080 };

/** What a program would find on such a desktop, through the functions of Windows. */
export function fakeWindows(desktop: FakeDesktop): WindowsApi {
  const {
    windows,
    foreground = 0,
    programs = {},
    monitor = screen,
    workArea = monitor,
    calls = [],
  } = desktop;
  const find = (handle: number | bigint) => windows.find((window) => window.handle === Number(handle));
  const flag = (value: boolean | undefined): number => (value === true ? 1 : 0);
  const user32: WindowFunctions = {
    EnumWindows: () => 0,
    IsWindowVisible: (handle) => flag(find(handle)?.isHidden !== true && find(handle) !== undefined),
    IsWindowEnabled: (handle) => flag(find(handle)?.isDisabled !== true),
    IsIconic: (handle) => flag(find(handle)?.isMinimized),
    GetWindowTextW: (handle, memory) => writeText(memory, find(handle)?.title ?? ""),
    GetClassNameW: (handle, memory) => writeText(memory, find(handle)?.className ?? ""),
    GetWindowLongW: (handle) => find(handle)?.extendedStyle ?? 0,
    GetWindow: (handle) => find(handle)?.owner ?? 0,
    FindWindowExW: (parent, _after, className, title) => {
      if (Number(parent) !== 0) return find(parent)?.children?.[className ?? ""] ?? 0;
      const found = windows.find((window) => window.className === className && window.title === title);
      return found?.handle ?? 0;
    },
    GetWindowRect: (handle, memory) => writeRect(memory, find(handle)?.rect),
    GetWindowPlacement: (handle, memory) => {
      const window = find(handle);
      if (window?.rect === undefined) return 0;
      const before = windowPlacement.decode(memory ?? new Uint8Array(windowPlacement.size));
      const rcNormalPosition = edges(window.rect);
      const flags = window.placementFlags ?? 0;
      memory?.set(windowPlacement.encode({ ...before, flags, rcNormalPosition }));
      return 1;
    },
    GetWindowThreadProcessId: (handle, memory) => {
      writeNumber(memory, find(handle)?.pid ?? 0);
      return Number(handle);
    },
    GetGUIThreadInfo: (thread, memory) => {
      // After two numbers and the active window.
      new DataView(memory?.buffer ?? new ArrayBuffer(72)).setUint32(16, find(thread)?.focus ?? 0, true);
      return 1;
    },
    GetForegroundWindow: () => foreground,
    SetForegroundWindow: (handle) => calls.push(`front ${handle}`),
    SetWindowPos: (handle, below) => calls.push(`raise ${handle} below ${below}`),
    ShowWindowAsync: (handle, how) => calls.push(`show ${handle} ${how}`),
    MonitorFromWindow: () => 1,
    GetMonitorInfoW: (_monitor, memory) => {
      const rcMonitor = edges(monitor);
      memory?.set(monitorInfo.encode({ cbSize: 40, rcMonitor, rcWork: edges(workArea), dwFlags: 0 }));
      return 1;
    },
    SendInput: () => calls.push("input"),
  };
  return {
    user32,
    dwmapi: {
      DwmGetWindowAttribute: (handle, attribute, memory) => {
        if (attribute === windowAttribute.cloaked) return writeNumber(memory, find(handle)?.cloaked ?? 0);
        return writeRect(memory, find(handle)?.visible) === 1 ? 0 : -1;
      },
    },
    kernel32: {
      OpenProcess: (_access, _inherit, id) => (programs[id] === undefined ? 0 : id),
      QueryFullProcessImageNameW: (process, _format, memory, length) => {
        writeNumber(length, writeText(memory, programs[Number(process)] ?? ""));
        return 1;
      },
      CloseHandle: () => 1,
    },
  };
}

export function writeText(memory: Uint8Array | null, text: string): number {
  if (memory !== null) new Uint16Array(memory.buffer).set(Array.from(text, (unit) => unit.charCodeAt(0)));
  return text.length;
}

export function writeNumber(memory: Uint8Array | null, value: number): 0 {
  if (memory !== null) new DataView(memory.buffer, memory.byteOffset).setUint32(0, value, true);
  return 0;
}

function writeRect(memory: Uint8Array | null, rect: Rect | undefined): number {
  if (rect === undefined) return 0;
  memory?.set(rectangle.encode(edges(rect)));
  return 1;
}

function edges({ x, y, width, height }: Rect) {
  return { left: x, top: y, right: x + width, bottom: y + height };
}
