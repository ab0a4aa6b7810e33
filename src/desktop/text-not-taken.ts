import { GuiAgentError } from "../core/errors.ts";

/** The lent text was not on the clipboard any more when the program came to paste. */
export function copiedOver(): GuiAgentError {
  return new GuiAgentError(
    "text_not_taken",
    "Somebody else copied something before the text could be pasted. What they copied may have been pasted instead.",
    { remedy: "Take a screenshot to see what is there, then try again." },
  );
}
