import type { Handle } from "../../native/types.ts";
import { guiThreadInfo } from "../api/user32-windows.ts";
import { className } from "./describe.ts";
import { isBackground } from "./shell.ts";
import type { WindowsApi } from "./windows-api.ts";

/** Whether keys go to a program. The icons of the desktop would take what is typed for the name of a file. */
export function programHasKeyboard(api: WindowsApi): boolean {
  const window = api.user32.GetForegroundWindow();
  if (Number(window) === 0) return false;
  // While a file on the desktop is being renamed, there is a field.
  return !isBackground(className(api, window)) || className(api, focusWithin(api, window)) === "Edit";
}

/** The control that has the focus in the foreground window's thread; 0 where none has, or nobody tells. */
function focusWithin({ user32 }: WindowsApi, window: Handle): Handle {
  const thread = user32.GetWindowThreadProcessId(window, null);
  const memory = guiThreadInfo.encode(nobody);
  return user32.GetGUIThreadInfo(thread, memory) === 0 ? 0 : guiThreadInfo.decode(memory).hwndFocus;
}

const nobody = {
  cbSize: guiThreadInfo.size,
  flags: 0,
  hwndActive: 0,
  hwndFocus: 0,
  hwndCapture: 0,
  hwndMenuOwner: 0,
  hwndMoveSize: 0,
  hwndCaret: 0,
  rcCaret: { left: 0, top: 0, right: 0, bottom: 0 },
};
