import { GuiAgentError } from "../../../core/errors.ts";
import type { Messages } from "../api/app-kit.ts";
import type { CoreGraphics } from "../api/core-graphics.ts";
import type { Objects } from "../core-foundation.ts";
import { isNone } from "../out-values.ts";

/** `NX_KEYTYPE_…`, IOKit ev_keymap.h: keys that are for the system, not for a program. */
export const systemKeys = {
  volumeUp: 0,
  volumeDown: 1,
  mute: 7,
  play: 16,
  next: 17,
  previous: 18,
} as const;
export type SystemKey = (typeof systemKeys)[keyof typeof systemKeys];

/** `NSEventTypeSystemDefined`, NSEvent.h. */
const systemDefined = 14;
/** `NX_SUBTYPE_AUX_CONTROL_BUTTONS`, IOKit IOLLEvent.h. */
const controlButtons = 8;
/** `NX_KEYDOWN` and `NX_KEYUP`, IOKit IOLLEvent.h. */
const down = 10;
const up = 11;
/** `kCGHIDEventTap`, CGEventTypes.h. */
const hidEventTap = 0;
const none = 0;
const create =
  "otherEventWithType:location:modifierFlags:timestamp:windowNumber:context:subtype:data1:data2:";

export interface SystemKeyParts {
  readonly graphics: CoreGraphics;
  readonly objects: Objects;
  openMessages(): Messages;
}

/** Presses or releases a key for volume or media. Core Graphics makes no such events, AppKit does. */
export function sendSystemKey(
  { graphics, objects, openMessages }: SystemKeyParts,
  key: SystemKey,
  isDown: boolean,
): void {
  using _pool = objects.pool();
  const messages = openMessages();
  const state = (isDown ? down : up) << 8;
  const event = messages.sendForEvent(
    messages.objc_getClass("NSEvent"),
    messages.sel_registerName(create),
    ...([systemDefined, { x: 0, y: 0 }, state, 0, 0, none, controlButtons] as const),
    (key << 16) | state,
    -1,
  );
  const posted = isNone(event) ? none : messages.sendForObject(event, messages.sel_registerName("CGEvent"));
  if (isNone(posted)) {
    throw new GuiAgentError("unsupported", "macOS did not make an event for this key.", {
      remedy: "Reach the same end by the menu bar or in System Settings.",
    });
  }
  graphics.CGEventPost(hidEventTap, posted);
}
