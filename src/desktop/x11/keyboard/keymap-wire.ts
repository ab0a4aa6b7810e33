import type { Xkb } from "x11";
import { createPacket } from "../packet.ts";
import type { Keymap, KeySymbols, KeyType } from "./keymap.ts";

/** XkbGetMap and XkbSetMap, which the package does not know. Layouts are from the XKB protocol, section 16. */
const getMap = 8;
const setMap = 9;

/** Parts of the map. */
const keyTypes = 1;
const keySymbols = 2;
const modifierMap = 4;

export function getMapPacket(extension: Xkb, device: number): Buffer {
  const packet = createPacket(extension.majorOpcode, getMap, 6);
  packet.writeUInt16LE(device, 4);
  packet.writeUInt16LE(keyTypes | keySymbols | modifierMap, 6);
  return packet;
}

/** Replaces the symbols of the keys from `firstKeycode` on. What the keys do else stays as it is. */
export function setMapPacket(
  extension: Xkb,
  device: number,
  keymap: Keymap,
  firstKeycode: number,
  keys: readonly KeySymbols[],
): Buffer {
  const total = keys.reduce((sum, key) => sum + key.keysyms.length, 0);
  const packet = createPacket(extension.majorOpcode, setMap, 8 + 2 * keys.length + total);
  packet.writeUInt16LE(device, 4);
  packet.writeUInt16LE(keySymbols, 6);
  packet[10] = keymap.firstKeycode;
  packet[11] = keymap.firstKeycode + keymap.keys.length - 1;
  packet[14] = firstKeycode;
  packet[15] = keys.length;
  packet.writeUInt16LE(total, 16);
  let offset = 36;
  for (const key of keys) {
    packet.set(key.typeIndexes, offset);
    packet[offset + 4] = key.groupInfo;
    packet[offset + 5] = key.width;
    packet.writeUInt16LE(key.keysyms.length, offset + 6);
    offset += 8;
    for (const keysym of key.keysyms) offset = packet.writeUInt32LE(keysym, offset);
  }
  return packet;
}

/** The answer to XkbGetMap, from its ninth byte on. */
export function parseMap(body: Buffer): Keymap {
  const typeCount = body.readUInt8(7);
  const firstKeycode = body.readUInt8(9);
  const keyCount = body.readUInt8(12);
  const modifierCount = body.readUInt8(25);
  let offset = 32;

  const types: KeyType[] = [];
  for (let index = 0; index < typeCount; index += 1) {
    const entryCount = body.readUInt8(offset + 5);
    const hasPreserve = body.readUInt8(offset + 6) !== 0;
    const entries = Array.from({ length: entryCount }, (_, entry) => offset + 8 + 8 * entry);
    types.push({
      mask: body.readUInt8(offset),
      levelCount: body.readUInt8(offset + 4),
      levels: entries
        .filter((start) => body.readUInt8(start) !== 0)
        .map((start) => ({ mask: body.readUInt8(start + 1), level: body.readUInt8(start + 2) })),
    });
    offset += 8 + 8 * entryCount + (hasPreserve ? 4 * entryCount : 0);
  }

  const keys: KeySymbols[] = [];
  for (let index = 0; index < keyCount; index += 1) {
    const symbolCount = body.readUInt16LE(offset + 6);
    const start = offset + 8;
    keys.push({
      typeIndexes: [...body.subarray(offset, offset + 4)],
      groupInfo: body.readUInt8(offset + 4),
      width: body.readUInt8(offset + 5),
      keysyms: Array.from({ length: symbolCount }, (_, symbol) => body.readUInt32LE(start + 4 * symbol)),
    });
    offset = start + 4 * symbolCount;
  }

  const modifiers = new Map<number, number>();
  for (let index = 0; index < modifierCount; index += 1) {
    modifiers.set(body.readUInt8(offset), body.readUInt8(offset + 1));
    offset += 2;
  }
  return { types, keys, firstKeycode, modifiers };
}
