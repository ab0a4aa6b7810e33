import type { Extensions } from "x11";
import { GuiAgentError } from "../../core/errors.ts";
import { perSession, type X11Session } from "./session.ts";

/** An extension of the server, or undefined when the server does not have it. */
export async function optionalExtension<Name extends keyof Extensions>(
  session: X11Session,
  name: Name,
): Promise<Extensions[Name] | undefined> {
  try {
    return await session.call<Extensions[Name]>((done) => session.client.require(name, done));
  } catch (thrown) {
    // The package tells a missing extension by an error; a lost connection must stay one.
    if (thrown instanceof GuiAgentError) throw thrown;
    return undefined;
  }
}

/** XTEST, through which all input goes. Throws `unsupported` where the server does not offer it. */
export const xtest = perSession(async (session) => {
  const extension = await optionalExtension(session, "xtest");
  if (extension !== undefined) return extension;
  throw new GuiAgentError(
    "unsupported",
    "The X server has no XTEST extension, so it takes no input from programs.",
    {
      remedy:
        "Enable the XTEST extension of the X server. Over ssh use a trusted connection (ssh -Y instead of ssh -X).",
    },
  );
});

/** XKEYBOARD, which tells what every key does. Throws `unsupported` where the server does not offer it. */
export const xkb = perSession(async (session) => {
  const extension = await optionalExtension(session, "xkb");
  if (extension !== undefined) return extension;
  throw new GuiAgentError(
    "unsupported",
    "The X server has no XKEYBOARD extension, so its keyboard layout is unknown.",
    {
      remedy: "Use an X server with XKEYBOARD (Xorg, Xvfb and TigerVNC have it).",
    },
  );
});

/** MIT-SHM, or undefined where captures have to go through the connection. */
export const sharedMemory = perSession((session) => optionalExtension(session, "shm"));
