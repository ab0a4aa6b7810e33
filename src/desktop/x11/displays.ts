import type { Geometry, RandR } from "x11";
import { intersection, type Rect } from "../../core/geometry.ts";
import type { Display } from "../port.ts";
import { optionalExtension } from "./extensions.ts";
import { createPacket } from "./packet.ts";
import { perSession, type X11Session } from "./session.ts";

/** RRGetMonitors, of RandR 1.5. */
const getMonitors = 42;

interface Monitor extends Rect {
  readonly name: string;
  readonly isPrimary: boolean;
}

export const randr = perSession((session) => optionalExtension(session, "randr"));

/** Whether the server tells its monitors (RandR 1.5). */
export function hasMonitors(extension: RandR | undefined): extension is RandR {
  if (extension === undefined) return false;
  const { major_version: major, minor_version: minor } = extension;
  return major > 1 || (major === 1 && minor >= 5);
}

/**
 * The monitors as the server has them now, in its order; without RandR 1.5 the whole screen as one.
 * Input is given in root pixels and captures come in root pixels, so the scale factor is 1. A monitor may
 * reach beyond the screen, such as after the screen was made smaller: there is nothing to see there and
 * the pointer cannot go there, so that part is none of the display.
 */
export async function listDisplays(session: X11Session): Promise<readonly Display[]> {
  const extension = await randr(session);
  const [root, monitors] = await Promise.all([
    rootArea(session),
    hasMonitors(extension) ? listMonitors(session, extension) : [],
  ]);
  const onScreen = monitors.flatMap((monitor) => {
    const shown = intersection(monitor, root);
    return shown === undefined ? [] : [{ ...monitor, ...shown }];
  });
  const found = onScreen.length > 0 ? onScreen : [{ ...root, name: "screen", isPrimary: true }];
  const hasPrimary = found.some((monitor) => monitor.isPrimary);
  return found.map(({ name, isPrimary, x, y, width, height }, index) => ({
    index,
    name,
    // Without a primary monitor desktops treat the first as such.
    isPrimary: isPrimary || (!hasPrimary && index === 0),
    x,
    y,
    width,
    height,
    physicalWidth: width,
    physicalHeight: height,
    scaleFactor: 1,
  }));
}

/** The root window's rectangle now. It changes when the screen is resized; what the server said at set-up does not. */
export async function rootArea(session: X11Session): Promise<Rect> {
  const { width, height } = await session.call<Geometry>((done) =>
    session.client.GetGeometry(session.root, done),
  );
  return { x: 0, y: 0, width, height };
}

async function listMonitors(session: X11Session, extension: RandR): Promise<readonly Monitor[]> {
  const packet = createPacket(extension.majorOpcode, getMonitors, 2);
  packet.writeUInt32LE(session.root, 4);
  packet[8] = 1; // only active monitors
  const monitors = parseMonitors(await session.request(packet));
  return Promise.all(
    monitors.map(async ({ nameAtom, ...monitor }) => ({
      ...monitor,
      name: await session.call<string>((done) => session.client.GetAtomName(nameAtom, done)),
    })),
  );
}

/** The answer to RRGetMonitors, from its ninth byte on. */
export function parseMonitors(
  body: Buffer,
): readonly (Omit<Monitor, "name"> & { readonly nameAtom: number })[] {
  const count = body.readUInt32LE(4);
  let offset = 24;
  return Array.from({ length: count }, () => {
    const start = offset;
    // The outputs of the monitor follow it.
    offset += 24 + 4 * body.readUInt16LE(start + 6);
    return {
      nameAtom: body.readUInt32LE(start),
      isPrimary: body[start + 4] !== 0,
      x: body.readInt16LE(start + 8),
      y: body.readInt16LE(start + 10),
      width: body.readUInt16LE(start + 12),
      height: body.readUInt16LE(start + 14),
    };
  });
}
