import type { Handle } from "../native/types.ts";
import { guiThreadInfo, type WindowFunctions } from "./api/user32-windows.ts";

/** Of `GetGUIThreadInfo`: the thread that has the keyboard now. */
export const foregroundThread = 0;

/** The windows that input goes to within a thread; 0 where there is none. */
export interface InputFocus {
  /** The control that has the keyboard. An app of the Store has it in another process than its frame. */
  readonly focus: Handle;
  readonly active: Handle;
}

/** Who has the input of a thread. Nobody where the system does not tell, as of one that has ended. */
export function inputFocus(user32: Pick<WindowFunctions, "GetGUIThreadInfo">, thread: number): InputFocus {
  const memory = new Uint8Array(guiThreadInfo.size);
  new DataView(memory.buffer).setUint32(0, guiThreadInfo.size, true);
  if (user32.GetGUIThreadInfo(thread, memory) === 0) return { focus: 0, active: 0 };
  const { hwndFocus, hwndActive } = guiThreadInfo.decode(memory);
  return { focus: hwndFocus, active: hwndActive };
}
