/** A request of an extension: its header, and room for `words` 4-byte words after it. */
export function createPacket(majorOpcode: number, minorOpcode: number, words: number): Buffer {
  const packet = Buffer.alloc(4 + words * 4);
  packet[0] = majorOpcode;
  packet[1] = minorOpcode;
  packet.writeUInt16LE(1 + words, 2);
  return packet;
}
