/** CF_UNICODETEXT: UTF-16 with a zero at the end, its lines ended by CR and LF. */
export function encodeText(text: string): Uint8Array<ArrayBuffer> {
  const lines = `${text.replaceAll(/\r\n|\r|\n/g, "\r\n")}\0`;
  return new Uint8Array(Buffer.from(lines, "utf16le"));
}

/** The text up to the zero, or all where there is none, with its lines ended by LF. */
export function decodeText(data: Uint8Array): string {
  // Memory may be of an odd length.
  const text = Buffer.from(data.buffer, data.byteOffset, data.length & ~1).toString("utf16le");
  const end = text.indexOf("\0");
  return (end < 0 ? text : text.slice(0, end)).replaceAll("\r\n", "\n");
}
