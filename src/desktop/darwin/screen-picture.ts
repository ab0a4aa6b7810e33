import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { GuiAgentError } from "../../core/errors.ts";
import type { Rect } from "../../core/geometry.ts";

/** The system's own, not one that happens to be on the path. */
const screencapture = "/usr/sbin/screencapture";
/** A window server that hangs must not keep a call for ever. */
const timeoutMs = 20_000;

/**
 * A PNG file of an area of the screen, without the pointer, by macOS' own program. It shows what the program
 * that has started us may see. Throws `display_unavailable` where there is no picture.
 * @param area whole points of the desktop
 */
export async function screenPicture({ x, y, width, height }: Rect): Promise<Uint8Array> {
  // Nobody else can look into it: it shows the user's screen.
  const folder = await mkdtemp(join(tmpdir(), "gui-agent-screen-"));
  try {
    const file = join(folder, "screen.png");
    // In one word with its option: a number below 0 would be taken for another option.
    const parameters = ["-x", "-t", "png", `-R${x},${y},${width},${height}`, file];
    await promisify(execFile)(screencapture, parameters, { timeout: timeoutMs });
    return await readFile(file);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GuiAgentError("display_unavailable", `macOS gave no picture of the screen: ${reason.trim()}`, {
      remedy: "The displays may have changed at this very moment: call gui_list_displays, then try again.",
      cause,
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
