import { describe, expect, test } from "bun:test";
import type { DisplayAddress } from "../../src/desktop/x11/display-name.ts";
import { chooseCookie, parseAuthority } from "../../src/desktop/x11/xauthority.ts";

const local = 256;
const wild = 65535;
const internet = 0;
const name = "MIT-MAGIC-COOKIE-1";

/** An entry as Xauth(7) lays it out: family, then four counted strings, big-endian. */
function entry(family: number, address: string, display: string, data: string, protocol = name): number[] {
  const counted = (text: string) => [text.length >> 8, text.length & 0xff, ...Buffer.from(text, "latin1")];
  return [family >> 8, family & 0xff, ...[address, display, protocol, data].flatMap(counted)];
}

const unix = (number: number): DisplayAddress => ({ kind: "unix", number, screen: 0, path: "" });
const tcp = (number: number): DisplayAddress => ({ kind: "tcp", number, screen: 0, host: "", port: 0 });
const choose = (bytes: number[], address: DisplayAddress, peer?: string) =>
  chooseCookie(parseAuthority(Uint8Array.from(bytes)), address, peer, "desk")?.data;

describe("Xauthority", () => {
  const file = [
    ...entry(local, "other", "1", "foreign"),
    ...entry(local, "desk", "0", "zero"),
    ...entry(local, "desk", "1", "old way", "XDM-AUTHORIZATION-1"),
    ...entry(local, "desk", "1", "\xff\x00one"),
    ...entry(internet, "\x0a\x00\x00\x07", "2", "remote"),
    ...entry(local, "desk", "10", "forwarded"),
    ...entry(wild, "", "99", "private"),
  ];

  test("the entry of this machine and display, byte for byte", () => {
    expect(choose(file, unix(1))).toBe("\xff\x00one");
    expect(choose(file, unix(0))).toBe("zero");
  });

  test("an entry for any machine, and for any display", () => {
    expect(choose(file, unix(99))).toBe("private");
    expect(choose(entry(wild, "", "", "any"), unix(5))).toBe("any");
  });

  test("over TCP the entry of the address; forwarded by ssh the entry of this machine", () => {
    expect(choose(file, tcp(2), "10.0.0.7")).toBe("remote");
    expect(choose(file, tcp(2), "10.0.0.8")).toBeUndefined();
    expect(choose(file, tcp(10), "127.0.0.1")).toBe("forwarded");
  });

  test("another machine's name is the last resort, for a file that was brought along", () => {
    expect(choose(entry(local, "host", "1", "borrowed"), unix(1))).toBe("borrowed");
    expect(choose(entry(local, "host", "2", "borrowed"), unix(1))).toBeUndefined();
  });

  test("a file that is cut off gives what is whole", () => {
    for (let length = 0; length < file.length; length += 1) {
      const entries = parseAuthority(Uint8Array.from(file.slice(0, length)));
      expect(entries.length).toBeLessThan(7);
    }
    expect(parseAuthority(Uint8Array.from(file))).toHaveLength(7);
  });
});
