import { afterAll, describe, expect, test } from "bun:test";
import { systemClock } from "../../src/core/clock.ts";
import { parseKey } from "../../src/core/keys.ts";
import { createX11Desktop } from "../../src/desktop/x11/desktop.ts";
import { silentLog } from "../support/silent-log.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 800, height: 600 } }));
const desktop = resources.use(
  await createX11Desktop({ display: server.display, authority: undefined }, systemClock, silentLog),
);

async function sameKeyAs(layout: string, key: string): Promise<readonly string[]> {
  await server.setLayout(layout);
  return desktop.keyboard.sameKeyAs(parseKey(key));
}

describe("a key is also known", () => {
  test.each([
    ["by its letter in another layout", "us,ru", "й", "q"],
    ["by its letter in another layout, the other way round", "us,ru", "q", "й"],
    ["by its place on a US keyboard", "ru", "й", "q"],
    ["by its place on a US keyboard where that layout has to be added", "ru", "q", "й"],
    ["by its plain symbol", "us", "?", "/"],
    ["by its symbol under Shift", "us", "/", "?"],
    ["by its symbol under AltGr", "de", "q", "@"],
    ["with the Shift that it needs", "us", "?", "shift"],
    ["with the AltGr that it needs", "de", "@", "altgr"],
  ])("%s (%s, %s)", async (_, layout, key, other) => {
    expect(await sameKeyAs(layout, key)).toContain(other);
  });
});

describe("a key is not known", () => {
  test.each([
    ["by its place on a US keyboard where the layout has that letter elsewhere", "fr", "a", "q"],
    ["by a letter of another layout that this one has elsewhere", "fr,us", "a", "q"],
    ["by its own name", "us,ru", "q", "q"],
  ])("%s (%s, %s)", async (_, layout, key, other) => {
    expect(await sameKeyAs(layout, key)).not.toContain(other);
  });
});

test.each(["f4", "ctrl", "space", "delete"])("the named key %s has no other names", async (key) => {
  expect(await sameKeyAs("us,ru", key)).toEqual([]);
});

test("a character that no layout has is known by itself alone", async () => {
  expect(await sameKeyAs("us", "й")).toEqual([]);
});
