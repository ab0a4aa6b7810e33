import { perSession, X11RequestError, type X11Session } from "./session.ts";

const windowType = 33;
const anyType = 0;
const longestName = 64;

const atoms = perSession(async (session) => {
  const intern = (name: string) =>
    session.call<number>((done) => session.client.InternAtom(false, name, done));
  const [check, name] = await Promise.all([intern("_NET_SUPPORTING_WM_CHECK"), intern("_NET_WM_NAME")]);
  return { check, name };
});

/** What the window manager calls itself (EWMH), or undefined when there is none. */
export async function windowManagerName(session: X11Session): Promise<string | undefined> {
  const { check, name } = await atoms(session);
  const property = (window: number, atom: number, type: number) =>
    session.call<{ readonly data: Buffer }>((done) =>
      session.client.GetProperty(0, window, atom, type, 0, longestName, done),
    );
  const announced = await property(session.root, check, windowType);
  if (announced.data.length < 4) return undefined;
  try {
    return (await property(announced.data.readUInt32LE(0), name, anyType)).data.toString("utf8");
  } catch (thrown) {
    // The window manager has gone, and its window with it.
    if (thrown instanceof X11RequestError) return undefined;
    throw thrown;
  }
}
