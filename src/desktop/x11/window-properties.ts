import { decodeCompoundText } from "./compound-text.ts";
import { perSession, X11RequestError, type X11Session } from "./session.ts";

/** A property of a window. Where the window does not have it, `type` is 0 and `data` is empty. */
export interface Property {
  /** The atom of its type. */
  readonly type: number;
  readonly data: Buffer;
}

const anyType = 0;
/** In words of 4 bytes: longer titles and lists are cut. */
const longestProperty = 4096;

const knownAtoms = perSession(async () => new Map<string, Promise<number>>());

/** The server's number for a name. Asked for once in a session. */
export async function atom(session: X11Session, name: string): Promise<number> {
  const known = await knownAtoms(session);
  const found = known.get(name);
  if (found !== undefined) return await found;
  const asked = session.call<number>((done) => session.client.InternAtom(false, name, done));
  known.set(name, asked);
  return await asked;
}

/** Throws `X11RequestError` when the window is gone. */
export async function readProperty(session: X11Session, window: number, name: string): Promise<Property> {
  const property = await atom(session, name);
  return await session.call((done) =>
    session.client.GetProperty(0, window, property, anyType, 0, longestProperty, done),
  );
}

/** A property that is a list of 32-bit numbers: windows, atoms, sizes. Empty where there is none. */
export async function readNumbers(
  session: X11Session,
  window: number,
  name: string,
): Promise<readonly number[]> {
  const { data } = await readProperty(session, window, name);
  return Array.from({ length: Math.floor(data.length / 4) }, (_, index) => data.readUInt32LE(index * 4));
}

/** The title that a program gave its window; empty where it gave none. */
export async function windowTitle(session: X11Session, window: number): Promise<string> {
  const modern = await readProperty(session, window, "_NET_WM_NAME");
  if (modern.data.length > 0) return modern.data.toString("utf8");
  const [old, compoundText, utf8] = await Promise.all([
    readProperty(session, window, "WM_NAME"),
    atom(session, "COMPOUND_TEXT"),
    atom(session, "UTF8_STRING"),
  ]);
  if (old.type === utf8) return old.data.toString("utf8");
  return old.type === compoundText ? decodeCompoundText(old.data) : old.data.toString("latin1");
}

/** WM_CLASS: what a program is called, such as instance `xterm` of class `XTerm`; empty where it does not say. */
export async function windowClass(
  session: X11Session,
  window: number,
): Promise<{ readonly instance: string; readonly className: string }> {
  const { data } = await readProperty(session, window, "WM_CLASS");
  const [instance = "", className = ""] = data.toString("utf8").split("\0");
  return { instance, className };
}

/**
 * Reads several things of a window; undefined when the window closes meanwhile, which windows do at
 * any moment.
 */
export async function unlessGone<Value>(read: Promise<Value>): Promise<Value | undefined> {
  try {
    return await read;
  } catch (thrown) {
    if (thrown instanceof X11RequestError) return undefined;
    throw thrown;
  }
}
