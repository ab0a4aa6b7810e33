const utf16 = new TextDecoder("utf-16le");

/**
 * Text that the system has written.
 * @param length in UTF-16 units
 */
export function text(memory: Uint8Array, length = memory.byteLength / 2): string {
  return utf16.decode(memory.subarray(0, length * 2));
}

/** The same, up to the zero that ends it. */
export function terminatedText(memory: Uint8Array): string {
  return text(memory).split("\0", 1)[0] ?? "";
}
