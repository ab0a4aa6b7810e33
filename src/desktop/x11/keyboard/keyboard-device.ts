import type { InputDevice, KeyboardState } from "x11";
import { optionalExtension, xkb } from "../extensions.ts";
import { perSession } from "../session.ts";

/** XkbUseCoreKbd: whichever keyboard is in use. */
export const coreKeyboard = 0x100;

/** XIAllDevices and XISlaveKeyboard of XInput 2. */
const allDevices = 0;
const slaveKeyboard = 4;

/**
 * The keyboard that XTEST types on. It has a map of its own: where a hardware keyboard has another
 * layout, the map in force changes to this one with the first key that we press.
 */
export const xtestKeyboard = perSession(async (session): Promise<number> => {
  const [input, keyboard] = await Promise.all([optionalExtension(session, "xinput"), xkb(session)]);
  if (input === undefined || input.xi2 === null) return coreKeyboard;
  const [devices, state] = await Promise.all([
    session.call<readonly InputDevice[]>((done) => input.XIQueryDevice(allDevices, done)),
    session.call<KeyboardState>((done) => keyboard.GetState(coreKeyboard, done)),
  ]);
  const ours = devices.find(
    ({ use, attachment, name }) =>
      use === slaveKeyboard && attachment === state.deviceID && name.endsWith("XTEST keyboard"),
  );
  return ours?.deviceId ?? coreKeyboard;
});
