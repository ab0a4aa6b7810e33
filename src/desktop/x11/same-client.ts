import type { X11Session } from "./session.ts";

/** Whether two resources belong to the same program (more exactly: connection) of an X server. */
export function haveSameClient(session: X11Session, one: number, other: number): boolean {
  const clientBits = ~session.server.resource_mask;
  return (one & clientBits) === (other & clientBits);
}
