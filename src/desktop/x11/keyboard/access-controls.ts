import { GuiAgentError } from "../../../core/errors.ts";
import { xkb } from "../extensions.ts";
import type { X11Session } from "../session.ts";
import { coreKeyboard, xtestKeyboard } from "./keyboard-device.ts";

/** Accessibility features of the X server, by their bit among its controls. */
const slowKeys = 1 << 1;
const bounceKeys = 1 << 2;
const stickyKeys = 1 << 3;

/**
 * The accessibility features that change what becomes of our keys. Slow Keys and Bounce Keys swallow
 * them: a key has to be held, or may not be repeated at once, and ours come and go quickly.
 * Throws `unsupported` where one of those is on.
 */
export async function assertKeysHeard(session: X11Session): Promise<{ readonly hasStickyKeys: boolean }> {
  const [keyboard, device] = await Promise.all([xkb(session), xtestKeyboard(session)]);
  const controls = await Promise.all(
    [coreKeyboard, device].map((asked) =>
      session.call<{ readonly enabledControls: number }>((done) => keyboard.GetControls(asked, done)),
    ),
  );
  const isOn = (feature: number) => controls.some(({ enabledControls }) => (enabledControls & feature) !== 0);
  if (isOn(slowKeys)) throw swallowing("Slow Keys", "sl", "keys that are not held for a while");
  if (isOn(bounceKeys)) throw swallowing("Bounce Keys", "bo", "keys that are pressed twice in a row");
  return { hasStickyKeys: isOn(stickyKeys) };
}

function swallowing(feature: string, option: string, lost: string): GuiAgentError {
  return new GuiAgentError(
    "unsupported",
    `${feature} is on: the X server drops ${lost}, so text would lose characters. No key was pressed.`,
    {
      remedy: `Turn ${feature} off in the accessibility settings of the desktop, or with: xkbset -${option}. Then try again.`,
    },
  );
}
