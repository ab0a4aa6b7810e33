import { GuiAgentError } from "../core/errors.ts";
import type { MouseButton } from "./port.ts";

/** nut.js numbers its buttons so (its `Button` is an enum, whose module may not be loaded here yet). */
const nutButtons: readonly MouseButton[] = ["left", "middle", "right"];

/** The button that nut.js means. Throws `invalid_input` for what is none of its numbers. */
export function nutButton(button: number): MouseButton {
  const name = nutButtons[button];
  if (name !== undefined) return name;
  throw new GuiAgentError("invalid_input", `There is no mouse button ${button}.`, {
    remedy: "Use the button left, middle or right.",
  });
}
