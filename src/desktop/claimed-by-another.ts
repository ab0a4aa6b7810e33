import { GuiAgentError } from "../core/errors.ts";
import type { ClaimHolder } from "./port.ts";

/** Another gui-agent has a claim on the desktop. */
export function claimedByAnother(holder: ClaimHolder): GuiAgentError {
  return new GuiAgentError("busy", `${describeClaim(holder)}.`, {
    remedy:
      "Wait until it has finished or has let go of the mouse button that it holds, or end it; then call again. Screenshots and other reading tools work meanwhile.",
  });
}

/** Who uses the desktop, as a sentence without its full stop. */
export function describeClaim({ pid, since }: ClaimHolder): string {
  const who = pid === undefined ? "" : ` (process ${pid})`;
  const time = since === undefined ? "" : ` since ${since.toISOString()}`;
  return `The desktop is in use by another gui-agent${who}${time}`;
}
