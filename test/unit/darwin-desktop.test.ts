import { describe, expect, test } from "bun:test";
import { globalPoint } from "../../src/core/geometry.ts";
import { parseKey } from "../../src/core/keys.ts";
import { createDarwinDesktop } from "../../src/desktop/darwin/desktop.ts";
import type { Desktop } from "../../src/desktop/port.ts";
import { FakeMac } from "../support/darwin/fake-mac.ts";
import { thrownBy } from "../support/thrown.ts";

/** The whole desktop over a fake Mac with one display. */
async function desktopOf(mac: FakeMac): Promise<Desktop> {
  const size = { width: 1440, height: 900 };
  mac.graphics.displays = [{ id: 1, x: 0, y: 0, ...size, pixels: { width: 2880, height: 1800 } }];
  return await createDarwinDesktop(
    {
      foundation: mac.foundation.functions,
      graphics: mac.graphics.functions,
      services: mac.services.functions,
      carbon: mac.carbon.functions,
      objc: mac.foundation.objc,
      libSystem: { flock: () => 0 },
      constants: {
        yes: mac.foundation.yes,
        no: mac.foundation.no,
        keyLayoutData: mac.carbon.dataProperty,
        inputSources: mac.carbon.inputSources,
      },
    },
    mac.clock,
  );
}

test("mouse and keyboard go through nut.js to the window server, and share what is held", async () => {
  using mac = new FakeMac();
  await using desktop = await desktopOf(mac);
  const { pointer, keyboard } = desktop;
  await pointer.moveTo(globalPoint(40, 50));
  expect(await pointer.position()).toEqual(globalPoint(40, 50));
  await keyboard.press("meta");
  await pointer.press("right");
  await pointer.moveTo(globalPoint(60, 70));
  await pointer.release("right");
  await keyboard.press(parseKey("c"));
  await keyboard.release(parseKey("c"));
  await keyboard.release("meta");
  await pointer.scroll(0, 2);
  const command = 0x10_0000;
  expect(mac.graphics.posted.map(({ type, flags }) => [type, flags])).toEqual([
    [5, 0],
    [12, command],
    [3, command],
    [7, command],
    [4, command],
    [10, command],
    [11, command],
    [12, 0],
    [22, 0],
  ]);
});

test("an input method is known to be in force as soon as the user has chosen it", async () => {
  using mac = new FakeMac();
  await using desktop = await desktopOf(mac);
  expect(await desktop.keyboard.hasInputMethod()).toBe(false);
  mac.carbon.chooseMethod("Pinyin");
  expect(await desktop.keyboard.hasInputMethod()).toBe(true);
});

test("a clipboard is opened when it is needed, with a promise keeper of ours, and let go with the desktop", async () => {
  using mac = new FakeMac();
  {
    await using desktop = await desktopOf(mac);
    expect(mac.services.keeperAddress).toBe(0);
    await desktop.clipboard.writeText("text", { isSecret: false });
    expect(mac.services.keeperAddress).toBeGreaterThan(0);
    expect(mac.foundation.leaks()).not.toEqual([]);
  }
  expect(mac.services.paste("public.utf8-plain-text")).toBe("text");
});

describe("is ready", () => {
  test("for everything when all is permitted", async () => {
    using mac = new FakeMac();
    await using desktop = await desktopOf(mac);
    await desktop.assertReady("input");
    await desktop.assertReady("change");
  });

  test("for no change while the screen is locked", async () => {
    using mac = new FakeMac();
    await using desktop = await desktopOf(mac);
    mac.graphics.session = { CGSSessionScreenIsLocked: true };
    for (const what of ["input", "change"] as const) {
      expect(await thrownBy(() => desktop.assertReady(what))).toMatchObject({ code: "screen_locked" });
    }
  });

  test("for changes without input where that is not permitted, or in use", async () => {
    using mac = new FakeMac();
    await using desktop = await desktopOf(mac);
    mac.graphics.mayPost = false;
    await desktop.assertReady("change");
    expect(await thrownBy(() => desktop.assertReady("input"))).toMatchObject({ code: "permission_denied" });
    mac.graphics.mayPost = true;
    mac.graphics.buttonsDown.add(0);
    await desktop.assertReady("change");
    expect(await thrownBy(() => desktop.assertReady("input"))).toMatchObject({ code: "pointer_in_use" });
  });
});

test("opens, and says what is missing, also without a graphical session", async () => {
  using mac = new FakeMac();
  await using desktop = await desktopOf(mac);
  mac.graphics.session = undefined;
  mac.graphics.displays = [];
  for (const call of [() => desktop.displays(), () => desktop.assertReady("change")]) {
    expect(await thrownBy(call)).toMatchObject({ code: "display_unavailable" });
  }
  const missing = (await desktop.permissions()).filter(({ state }) => state === "missing");
  expect(missing.map(({ name }) => name)).toEqual(["Displays", "Screen lock"]);
});
