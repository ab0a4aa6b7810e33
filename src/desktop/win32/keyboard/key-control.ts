import type { Handle } from "../../native/types.ts";
import type { User32 } from "../api/user32.ts";
import { type KeyEvent, keyFlags } from "../input-events.ts";
import type { Control } from "../presses.ts";
import { extended, type VirtualKey } from "./virtual-keys.ts";

/** `MAPVK_VK_TO_VSC`. */
const toScanCode = 0;

/**
 * A key to press. It carries the scan code of its place too: games and remote desktops read that alone.
 * @param layout in which the virtual key has its place
 */
export function keyControl(user32: User32, key: VirtualKey, layout: Handle): Control {
  const virtualKey = key & 0xff;
  const scanCode = user32.MapVirtualKeyExW(virtualKey, toScanCode, layout);
  const flags = (key & extended) === 0 ? 0 : keyFlags.extended;
  const press: KeyEvent = { kind: "key", virtualKey, scanCode, flags };
  return { press, release: { ...press, flags: flags | keyFlags.up } };
}

/**
 * A character as one, whatever the layout (`KEYEVENTF_UNICODE`): its code units, which programs receive when they
 * are pressed. No hotkey is made of it.
 */
export function characterControls(character: string): readonly Control[] {
  return Array.from({ length: character.length }, (_, index) => {
    const scanCode = character.charCodeAt(index);
    const press: KeyEvent = { kind: "key", virtualKey: 0, scanCode, flags: keyFlags.unicode };
    return { press, release: { ...press, flags: keyFlags.unicode | keyFlags.up } };
  });
}
