import { readFile } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { join } from "node:path";
import { GuiAgentError } from "../../core/errors.ts";
import type { DisplayAddress } from "./display-name.ts";

/** One line of an Xauthority file. Text is one byte a character. */
export interface AuthorityEntry {
  readonly family: number;
  readonly address: string;
  readonly display: string;
  readonly name: string;
  readonly data: string;
}

export interface Cookie {
  readonly name: string;
  readonly data: string;
}

/** Address families of Xauth(7). */
export const authorityFamilies = { internet: 0, internet6: 6, local: 256, wild: 65535 } as const;

export const cookieProtocol = "MIT-MAGIC-COOKIE-1";
const noCookie: Cookie = { name: "", data: "" };

/**
 * The cookie for a display. The npm package `x11` could look for it, but it reads XAUTHORITY of the
 * process (a private display has its own) and throws out of a callback when the file is unreadable.
 * @param path the Xauthority file; undefined is `~/.Xauthority`
 */
export async function findCookie(
  path: string | undefined,
  address: DisplayAddress,
  peerAddress: string | undefined,
): Promise<Cookie> {
  const file = path ?? join(homedir(), ".Xauthority");
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await readFile(file));
  } catch (cause) {
    // Many servers need no cookie; the server's own answer is the better error.
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return noCookie;
    throw new GuiAgentError("display_unavailable", `The X authority file ${file} cannot be read.`, {
      cause,
      remedy:
        "Run gui-agent as the user that owns the graphical session, or set XAUTHORITY to a readable file.",
    });
  }
  return chooseCookie(parseAuthority(bytes), address, peerAddress, hostname()) ?? noCookie;
}

/** Reads an Xauthority file; an entry that is cut off, and what follows it, is left out. */
export function parseAuthority(bytes: Uint8Array): readonly AuthorityEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: AuthorityEntry[] = [];
  let offset = 0;
  const text = (): string | undefined => {
    if (offset + 2 > bytes.length) return undefined;
    const end = offset + 2 + view.getUint16(offset);
    if (end > bytes.length) return undefined;
    const characters = bytes.subarray(offset + 2, end);
    offset = end;
    return String.fromCharCode(...characters);
  };
  while (offset + 2 <= bytes.length) {
    const family = view.getUint16(offset);
    offset += 2;
    const [address, display, name, data] = [text(), text(), text(), text()];
    if (address === undefined || display === undefined || name === undefined || data === undefined) break;
    entries.push({ family, address, display, name, data });
  }
  return entries;
}

/** The entry that Xlib would take: an exact address first, then any machine of that display number. */
export function chooseCookie(
  entries: readonly AuthorityEntry[],
  address: DisplayAddress,
  peerAddress: string | undefined,
  machine: string,
): Cookie | undefined {
  const candidates = entries.filter(
    (entry) =>
      entry.name === cookieProtocol && (entry.display === "" || entry.display === String(address.number)),
  );
  const local = address.kind === "unix" || isLoopback(peerAddress);
  const matches = (entry: AuthorityEntry): boolean =>
    entry.family === authorityFamilies.wild ||
    (local
      ? entry.family === authorityFamilies.local && entry.address === machine
      : entry.family === authorityFamilies.internet && dotted(entry.address) === peerAddress);
  // The last resort covers a machine that was renamed, and a container that borrows its host's file.
  return (
    candidates.find(matches) ??
    (local ? candidates.find((entry) => entry.family === authorityFamilies.local) : undefined)
  );
}

function isLoopback(address: string | undefined): boolean {
  return (
    address === "::1" || address?.startsWith("127.") === true || address?.startsWith("::ffff:127.") === true
  );
}

function dotted(address: string): string {
  return [...address].map((byte) => byte.charCodeAt(0)).join(".");
}
