import { GuiAgentError } from "../../core/errors.ts";
import type { Handle } from "../native/types.ts";
import type { User32 } from "./api/user32.ts";

/** A device context of the whole desktop, whose origin is that of the primary monitor. */
export function openScreenContext(user32: User32): Disposable & { readonly context: Handle } {
  const context = user32.GetDC(0);
  if (context === 0) {
    throw new GuiAgentError("display_unavailable", "Windows has no desktop to look at.", {
      remedy: "Run gui-agent in the session of a user who is logged on, not as a service.",
    });
  }
  return { context, [Symbol.dispose]: () => void user32.ReleaseDC(0, context) };
}
