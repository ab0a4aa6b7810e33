import { openSession } from "../../src/desktop/x11/connect.ts";
import { createPacket } from "../../src/desktop/x11/packet.ts";
import type { X11Session } from "../../src/desktop/x11/session.ts";

/** A core request. */
const queryExtension = 98;
/** Requests of X-Resource 1.2. */
const queryClientResources = 2;
const queryClientIds = 4;
const localClientPid = 2;
/** The lists begin here in what `request` gives of an answer. */
const listOffset = 24;

/** How many things (windows, pixmaps, shared segments, …) a program keeps in an X server, over all its connections. */
export async function countXResources(display: string, pid: number): Promise<number> {
  const session = await openSession({ display, authority: undefined });
  try {
    const opcode = await resourceExtension(session);
    let count = 0;
    for (const client of await clientsOf(session, opcode, pid))
      count += await resourcesOf(session, opcode, client);
    return count;
  } finally {
    session.fail("is no longer used");
  }
}

async function resourceExtension(session: X11Session): Promise<number> {
  const name = "X-Resource";
  const packet = createPacket(queryExtension, 0, 1 + Math.ceil(name.length / 4));
  packet.writeUInt16LE(name.length, 4);
  packet.write(name, 8, "latin1");
  const [present, opcode = 0] = await session.request(packet);
  if (present !== 1) throw new Error("The X server has no X-Resource extension.");
  return opcode;
}

/** The clients of a process, each as any id of it. */
async function clientsOf(session: X11Session, opcode: number, pid: number): Promise<readonly number[]> {
  const packet = createPacket(opcode, queryClientIds, 3);
  packet.writeUInt32LE(1, 4);
  // Of all clients.
  packet.writeUInt32LE(0, 8);
  packet.writeUInt32LE(localClientPid, 12);
  const body = await session.request(packet);
  const clients: number[] = [];
  let offset = listOffset;
  for (let left = body.readUInt32LE(0); left > 0; left -= 1) {
    const length = body.readUInt32LE(offset + 8);
    if (length >= 4 && body.readUInt32LE(offset + 12) === pid) clients.push(body.readUInt32LE(offset));
    offset += 12 + length;
  }
  return clients;
}

async function resourcesOf(session: X11Session, opcode: number, client: number): Promise<number> {
  const packet = createPacket(opcode, queryClientResources, 1);
  packet.writeUInt32LE(client, 4);
  const body = await session.request(packet);
  let count = 0;
  for (let type = 0; type < body.readUInt32LE(0); type += 1)
    count += body.readUInt32LE(listOffset + type * 8 + 4);
  return count;
}
