import { checkPermission } from "../check-permission.ts";
import type { Permission } from "../port.ts";
import { type IntegrityApi, isElevated, programOutOfReach } from "./integrity.ts";
import { assertSession, assertUnlocked } from "./screen-lock.ts";
import { isRemote, type SessionApi } from "./session.ts";

/** What `win32Permissions` looks at. */
export interface PermissionSources {
  readonly api: SessionApi & IntegrityApi;
  /** What the displays are, in words. Throws where there are none. */
  describeDisplays(): Promise<string>;
  /** Throws where nothing can be captured. */
  probeCapture(): Promise<unknown>;
}

/** What the desktop needs, what of it is there, and how to get the rest. Never throws. */
export async function win32Permissions(sources: PermissionSources): Promise<readonly Permission[]> {
  const { api } = sources;
  return [
    await checkPermission("Session", async () => {
      assertSession(api);
      return isRemote(api)
        ? "The desktop is shown through Remote Desktop. It can be driven while that window is open and not minimised."
        : "The desktop is shown on the machine's screen.";
    }),
    await checkPermission("Screen lock", async () => {
      assertUnlocked(api);
      return "The screen is not locked, and Windows asks for nobody's consent.";
    }),
    await checkPermission("Displays", () => sources.describeDisplays()),
    await checkPermission("Screen capture", async () => {
      await sources.probeCapture();
      return "The screen can be captured.";
    }),
    await checkPermission("Elevated programs", async () => describeElevation(api)),
  ];
}

/** Missing only while such a program is in front: most people never need it. */
function describeElevation(api: IntegrityApi): string | Permission {
  if (isElevated(api)) return "gui-agent runs as administrator, so programs that do take its input too.";
  const inFront = programOutOfReach(api, api.user32.GetForegroundWindow());
  if (inFront === undefined)
    return "What is in front takes clicks and keys. Programs that run as administrator would not, as gui-agent does not.";
  return {
    name: "Elevated programs",
    state: "missing",
    detail: `In front is ${inFront.program}: Windows keeps clicks and keys of gui-agent from it.`,
    remedy: inFront.remedy,
  };
}
