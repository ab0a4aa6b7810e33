/** CF_UNICODETEXT. */
export function unicodeText(text: string): Buffer {
  return Buffer.from(`${text}\0`, "utf16le");
}

/** CF_DIB: a `BITMAPINFOHEADER` and its pixels, 32 bits each. */
export function pictureOf(width: number, height: number): Uint8Array {
  const header = new DataView(new ArrayBuffer(40));
  header.setUint32(0, 40, true);
  header.setInt32(4, width, true);
  header.setInt32(8, height, true);
  header.setUint16(12, 1, true);
  header.setUint16(14, 32, true);
  const pixels = Uint8Array.from({ length: width * height * 4 }, (_, index) => index);
  return Buffer.concat([new Uint8Array(header.buffer), pixels]);
}

/** Of two records: `EMR_HEADER` (88 bytes) and `EMR_EOF` (20), by [MS-EMF]. */
export const enhancedMetafile = makeMetafile();

function makeMetafile(): Uint8Array {
  const view = new DataView(new ArrayBuffer(108));
  const put = (offset: number, ...values: readonly number[]) => {
    for (const [index, value] of values.entries()) view.setUint32(offset + index * 4, value, true);
  };
  // Type, size, bounds, frame; then the signature, version, bytes, records, handles.
  put(0, 1, 88, 0, 0, 10, 10, 0, 0, 100, 100);
  put(40, 0x464d4520, 0x10000, 108, 2, 1);
  // Pixels and millimetres of the device.
  put(72, 1_280, 800, 320, 200);
  put(88, 14, 20, 0, 16, 20);
  return new Uint8Array(view.buffer);
}
