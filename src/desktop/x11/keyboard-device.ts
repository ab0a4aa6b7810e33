import type { InputDevice, KeyboardState } from "x11";
import { optionalExtension, xkb } from "./extensions.ts";
import { perSession } from "./session.ts";

/** XkbUseCoreKbd: whichever keyboard is in use. */
export const coreKeyboard = 0x100;

/** IsXExtensionKeyboard of the X Input extension. */
const extensionKeyboard = 3;

/**
 * The keyboard that XTEST types on. It has a map of its own: where a hardware keyboard has another
 * layout, the map in force changes to this one with the first key that we press.
 */
export const xtestKeyboard = perSession(async (session): Promise<number> => {
  const [input, keyboard] = await Promise.all([optionalExtension(session, "xinput"), xkb(session)]);
  if (input === undefined) return coreKeyboard;
  const [devices, state] = await Promise.all([
    session.call<readonly InputDevice[]>((done) => input.ListInputDevices(done)),
    session.call<KeyboardState>((done) => keyboard.GetState(coreKeyboard, done)),
  ]);
  const ours = devices.find(
    ({ use, attached, name }) =>
      use === extensionKeyboard && attached === state.deviceID && name.endsWith("XTEST keyboard"),
  );
  return ours?.id ?? coreKeyboard;
});
