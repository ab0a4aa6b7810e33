import { describe, expect, test } from "bun:test";
import { globalPoint } from "../../src/core/geometry.ts";
import { DisplayService } from "../../src/desktop/displays.ts";
import type { Display } from "../../src/desktop/port.ts";
import { thrownBy } from "../support/thrown.ts";

const laptop: Display = {
  index: 0,
  name: "eDP-1",
  isPrimary: true,
  x: 0,
  y: 0,
  width: 1440,
  height: 900,
  physicalWidth: 2880,
  physicalHeight: 1800,
  scaleFactor: 2,
};
const left: Display = {
  index: 1,
  name: "HDMI-1",
  isPrimary: false,
  x: -2560,
  y: 0,
  width: 2560,
  height: 1440,
  physicalWidth: 2560,
  physicalHeight: 1440,
  scaleFactor: 1,
};
const right: Display = {
  ...left,
  index: 2,
  name: "DP-2",
  x: 1440,
  width: 1536,
  height: 864,
  scaleFactor: 1.25,
};

/** A desktop whose displays can be plugged and unplugged. */
function desktopOf(...displays: Display[]) {
  const desktop = { displays: async () => desktop.plugged, plugged: displays };
  return desktop;
}

/** The system numbers what is plugged from 0. */
function renumbered(...displays: Display[]): Display[] {
  return displays.map((display, index) => ({ ...display, index }));
}

describe("list", () => {
  test("labels displays for people", async () => {
    const { displays, selectedIndex, notice } = await new DisplayService(
      desktopOf(laptop, left, right),
      0,
    ).list();
    expect(displays.map(({ label }) => label)).toEqual([
      "Display 0 (Primary) - 1440×900 @2x",
      "Display 1 - 2560×1440 @1x",
      "Display 2 - 1536×864 @1.25x",
    ]);
    expect(displays[1]).toMatchObject(left);
    expect(selectedIndex).toBe(0);
    expect(notice).toBeUndefined();
  });

  test("keeps labels short for factors that do not come out even", async () => {
    const odd = { ...laptop, scaleFactor: 1366 / 1093 };
    const { displays } = await new DisplayService(desktopOf(odd), 0).list();
    expect(displays[0]?.label).toEndWith("@1.25x");
  });

  test("tells which display is used when the selected one is gone", async () => {
    const { selectedIndex, notice } = await new DisplayService(desktopOf(laptop, left), 7).list();
    expect(selectedIndex).toBe(0);
    expect(notice).toContain("display 7");
  });
});

describe("at", () => {
  const overlapping = { ...right, x: 1000, width: 1536 };

  test.each([
    [{ x: -2560, y: 0 }, "HDMI-1"],
    [{ x: -1, y: 1439 }, "HDMI-1"],
    [{ x: 0, y: 0 }, "eDP-1"],
    [{ x: 999, y: 899 }, "eDP-1"],
  ])("%j is on %s", async ({ x, y }, name) => {
    const service = new DisplayService(desktopOf(laptop, left, overlapping), 0);
    expect((await service.at(globalPoint(x, y)))?.name).toBe(name);
  });

  test("a place of two displays is one of the selected", async () => {
    for (const [selected, name] of [
      [0, "eDP-1"],
      [2, "DP-2"],
    ] as const) {
      const service = new DisplayService(desktopOf(laptop, left, overlapping), selected);
      expect((await service.at(globalPoint(1200, 100)))?.name).toBe(name);
    }
  });

  test.each([
    { x: -1, y: 1440 },
    { x: -2561, y: 0 },
    { x: 0, y: 900 },
  ])("%j is on none", async ({ x, y }) => {
    const service = new DisplayService(desktopOf(laptop, left), 0);
    expect(await service.at(globalPoint(x, y))).toBeUndefined();
  });
});

describe("resolve", () => {
  test("gives the selected display when none is named, the named one otherwise", async () => {
    const service = new DisplayService(desktopOf(laptop, left, right), 1);
    expect(await service.resolve()).toEqual({ display: { ...left, label: "Display 1 - 2560×1440 @1x" } });
    expect((await service.resolve(0)).display.name).toBe("eDP-1");
    expect((await service.resolve(2)).display.name).toBe("DP-2");
  });

  test.each([3, -1, 1.5])("refuses display %d and names those that there are", async (index) => {
    const service = new DisplayService(desktopOf(laptop, left, right), 0);
    const error = await thrownBy(() => service.resolve(index));
    expect(error.code).toBe("display_not_found");
    for (const label of ["Display 0 (Primary) - 1440×900 @2x", "Display 1 - 2560×1440 @1x", "Display 2"]) {
      expect(error.message).toContain(label);
    }
    expect(error.remedy).toContain("displayIndex");
  });

  test("falls back to the primary display when the selected one is unplugged, and says so", async () => {
    const desktop = desktopOf(...renumbered(left, laptop));
    const service = new DisplayService(desktop, 0);
    expect((await service.resolve()).display.name).toBe("HDMI-1");
    desktop.plugged = renumbered(laptop);
    const { display, notice } = await service.resolve();
    expect(display.name).toBe("eDP-1");
    expect(notice).toContain("HDMI-1");
    expect(notice).toContain("Display 0 (Primary) - 1440×900 @2x");
    // Plugged in again, it is the selected one again.
    desktop.plugged = renumbered(laptop, left);
    const again = await service.resolve();
    expect(again.display).toMatchObject({ name: "HDMI-1", index: 1 });
    expect(again.notice).toBeUndefined();
  });

  test("the primary display need not be the first", async () => {
    const service = new DisplayService(desktopOf(...renumbered(left, laptop)), 7);
    expect((await service.resolve()).display).toMatchObject({ name: "eDP-1", index: 1 });
  });

  test("follows the selected display when unplugging another one gives it a new number", async () => {
    const desktop = desktopOf(laptop, left, right);
    const service = new DisplayService(desktop, 2);
    await service.resolve();
    desktop.plugged = renumbered(laptop, right);
    expect(await service.resolve()).toMatchObject({ display: { name: "DP-2", index: 1 } });
    expect((await service.list()).selectedIndex).toBe(1);
  });

  test("follows the selected display through a new name at the same place", async () => {
    const desktop = desktopOf(laptop, left, right);
    const service = new DisplayService(desktop, 1);
    await service.resolve();
    desktop.plugged = renumbered(laptop, right, { ...left, name: "HDMI-1-1" });
    const renamed = await service.resolve();
    expect(renamed).toMatchObject({ display: { name: "HDMI-1-1", index: 2 } });
    expect(renamed.notice).toBeUndefined();
    // From then on it is known by that name, wherever it goes.
    desktop.plugged = renumbered({ ...left, name: "HDMI-1-1", x: 1440 }, laptop);
    expect((await service.resolve()).display).toMatchObject({ name: "HDMI-1-1", index: 0 });
  });

  test("does not take another display for the selected one because it has moved there", async () => {
    const twin = { ...left, name: "HDMI-2", x: -5120 };
    const desktop = desktopOf(...renumbered(laptop, left, twin));
    const service = new DisplayService(desktop, 1);
    await service.resolve();
    desktop.plugged = renumbered(laptop, { ...twin, x: left.x });
    const { display, notice } = await service.resolve();
    expect(display.name).toBe("eDP-1");
    expect(notice).toContain("HDMI-1");
  });

  test("of two displays that show the same, the other one does as well", async () => {
    const mirror = { ...left, name: "DP-9" };
    const desktop = desktopOf(...renumbered(laptop, left, mirror));
    const service = new DisplayService(desktop, 1);
    await service.resolve();
    desktop.plugged = renumbered(laptop, mirror);
    const { display, notice } = await service.resolve();
    expect([display.name, notice]).toEqual(["DP-9", undefined]);
  });

  test("keeps to the name when the size changes", async () => {
    const desktop = desktopOf(laptop, left);
    const service = new DisplayService(desktop, 1);
    await service.resolve();
    const smaller = { ...left, width: 1920, height: 1080, physicalWidth: 1920, physicalHeight: 1080 };
    desktop.plugged = renumbered(laptop, smaller);
    const { display, notice } = await service.resolve();
    expect([display.name, display.width, notice]).toEqual(["HDMI-1", 1920, undefined]);
  });

  test("waits for a selected display that was not there from the start", async () => {
    const desktop = desktopOf(laptop);
    const service = new DisplayService(desktop, 1);
    expect((await service.resolve()).notice).toContain("display 1");
    desktop.plugged = [laptop, left];
    expect(await service.resolve()).toMatchObject({ display: { name: "HDMI-1" } });
  });

  test("takes the first display where none is primary", async () => {
    const service = new DisplayService(desktopOf({ ...left, index: 0 }, { ...right, index: 1 }), 5);
    expect((await service.resolve()).display.name).toBe("HDMI-1");
  });

  test("fails where there is no display", async () => {
    const service = new DisplayService(desktopOf(), 0);
    for (const call of [() => service.resolve(), () => service.list()]) {
      expect((await thrownBy(call)).code).toBe("display_unavailable");
    }
    expect((await thrownBy(() => service.resolve(0))).code).toBe("display_not_found");
  });
});
