import { type ErrorCode, GuiAgentError } from "../core/errors.ts";

/** A desktop that was lost may come back by itself; of these a person has to see to each. */
const refusals: readonly ErrorCode[] = ["screen_locked", "permission_denied", "unsupported"];

/** The desktop cannot be driven, or not be seen, whatever is tried on it. */
export class DesktopRefusal extends GuiAgentError {}

/**
 * An error as a refusal, if it is one.
 * @param error why the desktop as a whole was not ready, or gave no picture; of what a tool could not do
 *   with it, the same codes say less
 */
export function asRefusal(error: GuiAgentError): GuiAgentError {
  const { code, message, remedy } = error;
  if (!refusals.includes(code)) return error;
  return new DesktopRefusal(code, message, { cause: error, ...(remedy === undefined ? {} : { remedy }) });
}
