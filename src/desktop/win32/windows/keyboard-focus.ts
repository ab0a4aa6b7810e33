import type { Handle } from "../../native/types.ts";
import { inputFocus } from "../input-focus.ts";
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
  return inputFocus(user32, user32.GetWindowThreadProcessId(window, null)).focus;
}
