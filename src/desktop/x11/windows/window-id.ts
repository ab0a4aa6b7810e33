/** A window's number as other X programs write it, such as `0x1c00007`. */
export function windowId(window: number): string {
  return `0x${window.toString(16)}`;
}

/** The number behind an id; undefined for what is no id of a window. */
export function parseWindowId(id: string): number | undefined {
  return /^0x[0-9a-f]{1,8}$/.test(id) ? Number(id) : undefined;
}
