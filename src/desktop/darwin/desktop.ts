import { homedir } from "node:os";
import { join } from "node:path";
import { imageFinder } from "#runtime";
import type { Clock } from "../../core/clock.ts";
import { ClaimInLine } from "../claim-in-line.ts";
import { createNutInput, loadNut } from "../nut.ts";
import { NutImageFinder } from "../nut-image-finder.ts";
import type { Desktop } from "../port.ts";
import { captureScreen } from "./capture.ts";
import { LockedClaimPlaces } from "./claim.ts";
import { ClickCount, doubleClickMs } from "./click-count.ts";
import { DarwinClipboard } from "./clipboard/clipboard.ts";
import { Pasteboard, promiseKeeper } from "./clipboard/pasteboard.ts";
import { Objects } from "./core-foundation.ts";
import { openCursors } from "./cursors.ts";
import { listDisplays } from "./displays.ts";
import { EventSender } from "./event-sender.ts";
import { HeldInput } from "./held-input.ts";
import { assertNotInUse } from "./input-in-use.ts";
import { Characters } from "./keyboard/characters.ts";
import { InputMethods } from "./keyboard/input-methods.ts";
import { DarwinKeyboard } from "./keyboard/keyboard.ts";
import { sendSystemKey as pressSystemKey, type SystemKey } from "./keyboard/system-keys.ts";
import { openMessages } from "./messages.ts";
import { DarwinMouse } from "./mouse.ts";
import { DarwinScreen } from "./nut-screen.ts";
import { assertInputPermitted, darwinPermissions } from "./permissions.ts";
import { pointerImage } from "./pointer-image.ts";
import { processes } from "./responsible-program.ts";
import { mainRunLoop } from "./run-loop.ts";
import { assertUnlocked } from "./screen-lock.ts";
import { screenPicture } from "./screen-picture.ts";
import type { DarwinSystem } from "./system.ts";
import { Accessibility } from "./windows/accessibility.ts";
import { DarwinWindows } from "./windows/windows.ts";

/** The desktop of a user who is logged in on a Mac. It is never lost: macOS ends us with the session. */
export async function createDarwinDesktop(system: DarwinSystem, clock: Clock): Promise<Desktop> {
  const { foundation, graphics, services, constants } = system;
  using resources = new DisposableStack();
  const objects = new Objects(foundation, system.objc);
  const nut = await loadNut();
  const held = new HeldInput();
  const sender = new EventSender(graphics, objects, held);
  const runLoop = mainRunLoop(foundation, objects);
  const characters = new Characters(system.carbon, objects, runLoop, constants.keyLayoutData);
  const inputMethods = new InputMethods({
    ...{ carbon: system.carbon, objects, runLoop, clock },
    constants: constants.inputSources,
  });
  const capture = { graphics, objects, screenPicture };
  const sendSystemKey = (key: SystemKey, isDown: boolean) =>
    pressSystemKey({ graphics, objects, openMessages }, key, isDown);
  const claim = resources.use(
    new ClaimInLine(() => new LockedClaimPlaces(system.libSystem, claimFolder()), clock),
  );
  const clipboard = resources.use(
    new DarwinClipboard({
      openPasteboard: () => new Pasteboard(services, objects, promiseKeeper),
      ...{ objects, runLoop, clock },
    }),
  );
  const { pointer, keyboard } = createNutInput(nut, {
    mouse: new DarwinMouse(graphics, objects, { sender, held, clicks: new ClickCount(clock) }, clock),
    keyboard: new DarwinKeyboard(
      { ...{ graphics, sender, held, characters, inputMethods, clock }, sendSystemKey },
      nut.Key,
    ),
    screen: new DarwinScreen(capture, nut),
    imageFinder: new NutImageFinder(nut, imageFinder),
  });
  const owned = resources.move();
  return {
    platform: "darwin",
    isPrivate: false,
    // Nothing that is lost as a whole, as an X server is.
    lost: new AbortController().signal,
    session: () => ({ type: "macos", display: "the session of the user who is logged in" }),
    pointer,
    doubleClickMs: () => doubleClickMs,
    keyboard,
    clipboard,
    windows: new DarwinWindows(graphics, objects, new Accessibility(services, objects, constants)),
    displays: async () => listDisplays(graphics, objects),
    capture: (area, spare) => captureScreen(capture, area, spare),
    pointerImage: async () => pointerImage({ graphics, objects, openCursors }),
    claim: (options) => claim.take(options),
    permissions: (options) =>
      darwinPermissions(
        {
          ...{ graphics, services, objects, processes },
          capture: (area) => captureScreen(capture, area),
        },
        options,
      ),
    assertReady: async (forWhat) => {
      assertUnlocked(graphics, objects);
      if (forWhat !== "input") return;
      assertInputPermitted(graphics);
      await assertNotInUse(graphics, held, clock);
    },
    // Functions of the system return, or the whole program stands still.
    abandonIfSilent: () => undefined,
    [Symbol.asyncDispose]: async () => owned.dispose(),
  };
}

/** Not among the caches, which the system may empty: two could then lock two files of one name. */
function claimFolder(): string {
  return join(homedir(), "Library", "Application Support", "gui-agent");
}
