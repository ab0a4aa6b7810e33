import { captureArea } from "../../coordinates/capture-area.ts";
import { GuiAgentError } from "../../core/errors.ts";
import type { Rect } from "../../core/geometry.ts";
import type { Frame } from "../../imaging/frame.ts";
import { checkPermission, missingPermission } from "../check-permission.ts";
import type { Permission, PermissionOptions } from "../port.ts";
import type { ApplicationServices } from "./api/application-services.ts";
import type { CoreGraphics } from "./api/core-graphics.ts";
import type { Objects } from "./core-foundation.ts";
import { listDisplays } from "./displays.ts";
import { allowProgram, allowStarter } from "./granting.ts";
import { type ProcessEntry, responsibleProgram } from "./responsible-program.ts";
import { assertUnlocked } from "./screen-lock.ts";

export interface PermissionParts {
  readonly graphics: CoreGraphics;
  readonly services: ApplicationServices;
  readonly objects: Objects;
  /** `Desktop.capture` of the port. */
  capture(area: Rect): Promise<Frame>;
  processes(): Promise<readonly ProcessEntry[]>;
}

/** What the desktop needs, what of it is there, and how to get the rest. Never throws. */
export async function darwinPermissions(
  parts: PermissionParts,
  { byTrial }: PermissionOptions = { byTrial: false },
): Promise<readonly Permission[]> {
  const { graphics, services, objects } = parts;
  const program = await programName(parts);
  return [
    await checkPermission("Displays", () => {
      const displays = listDisplays(graphics, objects);
      const sizes = displays.map(
        ({ name, width, height, scaleFactor }) => `${name} ${width}×${height} @${scaleFactor}x`,
      );
      return `There is: ${sizes.join(", ")}.`;
    }),
    await checkPermission("Screen lock", () => {
      assertUnlocked(graphics, objects);
      return "The screen is not locked.";
    }),
    await screenRecording(parts, program, byTrial),
    granted(services.AXIsProcessTrusted() && graphics.CGPreflightPostEventAccess(), {
      name: "Accessibility",
      yes: "Mouse, keyboard and windows can be driven.",
      no: "Mouse, keyboard and windows may not be driven.",
      remedy: allowProgram("Accessibility", program),
    }),
  ];
}

/** Throws `permission_denied` where macOS would drop events of ours without a word. */
export function assertInputPermitted(graphics: CoreGraphics): void {
  if (graphics.CGPreflightPostEventAccess()) return;
  throw new GuiAgentError(
    "permission_denied",
    "macOS does not let gui-agent drive mouse and keyboard. Nothing was clicked or typed.",
    {
      remedy: allowStarter("Accessibility"),
    },
  );
}

/** What macOS says beforehand is not always so, and of its alert it says nothing. */
async function screenRecording(
  { graphics, objects, capture }: PermissionParts,
  program: string,
  byTrial: boolean,
): Promise<Permission> {
  const name = "Screen recording";
  const remedy = allowProgram("Screen & System Audio Recording", program);
  const said = granted(graphics.CGPreflightScreenCaptureAccess(), {
    ...{ name, remedy },
    yes: `macOS permits screenshots. ${monthlyAlert}`,
    no: "Screenshots are not permitted.",
  });
  if (said.state === "missing" || !byTrial) return said;
  try {
    const [display] = listDisplays(graphics, objects);
    if (display !== undefined)
      await capture(captureArea(display, { x: 0, y: 0, width: 1, height: 1 }).native);
    return { ...said, detail: `A screenshot was taken. ${monthlyAlert}` };
  } catch (thrown) {
    const failed = missingPermission(name, thrown);
    return { ...failed, remedy: `${failed.remedy} If it stays so: ${remedy}` };
  }
}

const monthlyAlert =
  "macOS 15 and newer ask again each month, at the first screenshot: an alert about bypassing the private window picker comes to the front, and wants to be allowed.";

async function programName({ processes }: PermissionParts): Promise<string> {
  try {
    return responsibleProgram(await processes(), process.pid) ?? "gui-agent";
  } catch {
    return "the program that starts gui-agent";
  }
}

function granted(
  isGranted: boolean,
  { name, yes, no, remedy }: Readonly<Record<"name" | "yes" | "no" | "remedy", string>>,
): Permission {
  return isGranted
    ? { name, state: "granted", detail: yes, remedy: "" }
    : { name, state: "missing", detail: no, remedy };
}
