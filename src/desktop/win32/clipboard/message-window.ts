import { GuiAgentError } from "../../../core/errors.ts";
import type { Callback, Handle } from "../../native/types.ts";
import { type ClipboardFunctions, windowProcedure } from "../api/user32-clipboard.ts";

/** `HWND_MESSAGE`: the parent of windows that are never seen, listed or told what all are told. */
const onlyForMessages = -3;
/** `GWLP_WNDPROC` */
const procedure = -4;
/** `PM_REMOVE` */
const remove = 1;

/** `MSG` of winuser.h, on 64 bits. */
const messageBytes = 48;

/** A window that is never seen, for what the clipboard needs one for. */
export class MessageWindow implements Disposable {
  readonly handle: Handle;
  readonly #user32: ClipboardFunctions;
  readonly #procedure: Callback;
  readonly #message = new Uint8Array(messageBytes);

  /**
   * @param answer called with what it is told, also while other functions of the system are being called:
   *   answers with true where that is the end of it, and throws nothing
   */
  constructor(user32: ClipboardFunctions, answer: (message: number, parameter: number) => boolean) {
    this.#user32 = user32;
    this.handle = user32.CreateWindowExW(0, "STATIC", "gui-agent", 0, 0, 0, 0, 0, onlyForMessages, 0, 0, 0);
    if (Number(this.handle) === 0) throw noWindow();
    let original: Handle = 0;
    this.#procedure = windowProcedure.register((window, message, first, second) =>
      answer(message, Number(first)) ? 0 : user32.CallWindowProcW(original, window, message, first, second),
    );
    original = user32.SetWindowLongPtrW(this.handle, procedure, this.#procedure.address);
  }

  /** Has it answer what it was told since the last time: until then those who tell it wait. */
  answerAll(): void {
    while (this.#user32.PeekMessageW(this.#message, this.handle, 0, 0, remove) !== 0) {
      this.#user32.DispatchMessageW(this.#message);
    }
  }

  [Symbol.dispose](): void {
    this.#user32.DestroyWindow(this.handle);
    this.#procedure[Symbol.dispose]();
  }
}

function noWindow(): GuiAgentError {
  return new GuiAgentError(
    "display_unavailable",
    "Windows gives gui-agent no window to use the clipboard with.",
    {
      remedy: "Run gui-agent in the session of the user who is logged on, not as a service.",
    },
  );
}
