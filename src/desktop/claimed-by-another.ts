import { GuiAgentError } from "../core/errors.ts";

/** Another gui-agent has a claim on the desktop. */
export function claimedByAnother(pid: number | undefined): GuiAgentError {
  const who = pid === undefined ? "" : ` (process ${pid})`;
  return new GuiAgentError("busy", `The desktop is in use by another gui-agent${who}.`, {
    remedy:
      "Wait until it has finished or has let go of the mouse button that it holds, or end it; then call again. Screenshots and other reading tools work meanwhile.",
  });
}
