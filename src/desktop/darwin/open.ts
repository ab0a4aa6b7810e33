import { GuiAgentError } from "../../core/errors.ts";
import type { Desktop, DesktopOptions } from "../port.ts";
import { createDarwinDesktop } from "./desktop.ts";
import { type DarwinSystem, openSystem } from "./system.ts";

/**
 * The desktop of the user in whose session we run. What is missing there is said by each call.
 * Throws `unsupported` on a macOS that lacks a function that is called.
 */
export async function openDarwinDesktop({ clock }: DesktopOptions): Promise<Desktop> {
  return await createDarwinDesktop(open(), clock);
}

function open(): DarwinSystem {
  try {
    return openSystem();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GuiAgentError("unsupported", `This macOS lacks what gui-agent calls: ${reason}`, {
      remedy: "Use macOS 13 or newer.",
      cause,
    });
  }
}
