import { describe, expect, test } from "bun:test";
import { type DisplayAddress, parseDisplayName } from "../../src/desktop/x11/display-name.ts";

describe("display names (X(7))", () => {
  test.each<readonly [string, DisplayAddress]>([
    [":0", { kind: "unix", number: 0, screen: 0, path: "/tmp/.X11-unix/X0" }],
    [":99.2", { kind: "unix", number: 99, screen: 2, path: "/tmp/.X11-unix/X99" }],
    ["unix:1", { kind: "unix", number: 1, screen: 0, path: "/tmp/.X11-unix/X1" }],
    ["desk/unix:1", { kind: "unix", number: 1, screen: 0, path: "/tmp/.X11-unix/X1" }],
    ["localhost:10.0", { kind: "tcp", number: 10, screen: 0, host: "localhost", port: 6010 }],
    ["tcp/desk.example:3", { kind: "tcp", number: 3, screen: 0, host: "desk.example", port: 6003 }],
    ["[::1]:7", { kind: "tcp", number: 7, screen: 0, host: "::1", port: 6007 }],
  ])("%s", (name, address) => {
    expect(parseDisplayName(name)).toEqual(address);
  });

  test.each(["", "0", "bogus", ":", ":x", ":1.x", ":0:"])("%p is refused with what is wrong", (name) => {
    expect(() => parseDisplayName(name)).toThrow(
      expect.objectContaining({
        code: "display_unavailable",
        message: expect.stringContaining("not a display name"),
      }),
    );
  });
});
