import { imageFinder } from "#runtime";
import type { Clock } from "../../core/clock.ts";
import { GuiAgentError } from "../../core/errors.ts";
import { ClaimInLine } from "../claim-in-line.ts";
import { createNutInput, loadNut } from "../nut.ts";
import { NutImageFinder } from "../nut-image-finder.ts";
import type { Desktop, Display } from "../port.ts";
import type { System } from "./api/system.ts";
import { SharedClaimPlaces } from "./claim.ts";
import { Win32Clipboard } from "./clipboard/clipboard.ts";
import { listDisplays } from "./displays.ts";
import { assertNotInUse, buttonsOf } from "./input-in-use.ts";
import { assertTakesInput, isElevated } from "./integrity.ts";
import { Win32Keyboard } from "./keyboard/keyboard.ts";
import { Win32Mouse } from "./mouse.ts";
import { Win32Screen } from "./nut-screen.ts";
import { win32Permissions } from "./permissions.ts";
import { pointerImage } from "./pointer-image.ts";
import { Presses } from "./presses.ts";
import { ScreenCapture } from "./screen.ts";
import { assertUnlocked } from "./screen-lock.ts";
import { isRemote } from "./session.ts";
import { win32Windows } from "./windows/windows.ts";

/** The primary monitor begins there. */
const onePixel = { x: 0, y: 0, width: 1, height: 1 };

/** The desktop of Windows, as this process sees it once it is aware of the monitors' scales. */
export async function createWin32Desktop(system: System, clock: Clock): Promise<Desktop> {
  const nut = await loadNut();
  const presses = new Presses(system);
  const screen = new ScreenCapture(system);
  const { pointer, keyboard } = createNutInput(nut, {
    mouse: new Win32Mouse(system, presses, clock),
    keyboard: new Win32Keyboard(system.user32, presses, clock, nut.Key),
    screen: new Win32Screen(system.user32, screen, nut),
    imageFinder: new NutImageFinder(nut, imageFinder),
  });
  const clipboard = new Win32Clipboard(clock);
  const claim = new ClaimInLine(() => new SharedClaimPlaces(system), clock);
  return {
    platform: "win32",
    isPrivate: false,
    // The desktop of a user who is logged on is not lost: while it is locked, calls fail.
    // Nothing that is lost as a whole, as an X server is.
    lost: new AbortController().signal,
    session: () => ({
      type: isRemote(system) ? "windows (remote desktop)" : "windows",
      rights: isElevated(system) ? "administrator" : "user",
    }),
    pointer,
    doubleClickMs: () => system.user32.GetDoubleClickTime(),
    keyboard,
    clipboard,
    windows: win32Windows(system),
    displays: async () => listDisplays(system),
    capture: async (area, spare) => screen.capture(area, spare),
    pointerImage: async () => pointerImage(system),
    claim: (options) => claim.take(options),
    permissions: () =>
      win32Permissions({
        api: system,
        describeDisplays: async () => describe(listDisplays(system)),
        probeCapture: async () => screen.capture(onePixel),
      }),
    assertReady: async (forWhat) => {
      assertUnlocked(system);
      if (forWhat !== "input") return;
      assertTakesInput(system, system.user32.GetForegroundWindow());
      // A key of ours that came up while the screen was locked would be taken for somebody else's.
      presses.settle();
      await assertNotInUse(system.user32, buttonsOf(presses.down), clock);
    },
    // Functions of the system return, or the whole program stands still.
    abandonIfSilent: () => undefined,
    [Symbol.asyncDispose]: async () => {
      // Keys that stay down would go on in what the user types next.
      presses.releaseAll();
      claim[Symbol.dispose]();
      screen[Symbol.dispose]();
      await clipboard[Symbol.asyncDispose]();
    },
  };
}

function describe(displays: readonly Display[]): string {
  if (displays.length > 0)
    return `There is: ${displays.map(({ name, width, height }) => `${name} ${width}×${height}`).join(", ")}.`;
  throw new GuiAgentError("display_unavailable", "Windows has no monitor.", {
    remedy: "Connect one, or install a driver that stands in for one.",
  });
}
