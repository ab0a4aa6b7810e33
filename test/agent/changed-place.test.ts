import { afterAll, describe, expect, test } from "bun:test";
import { decode, findPatch } from "../support/form-oracle.ts";
import { call, done, inTurn, openFormStage } from "../support/form-stage.ts";
import { type GtkPatch, openGtkPatch } from "../support/gtk-patch.ts";
import { startModelServer } from "../support/model-servers/model-server.ts";
import type { ModelRequest } from "../support/model-servers/wire-format.ts";
import { openModelAt } from "../support/vision-model.ts";

const stage = await openFormStage();
afterAll(() => stage[Symbol.asyncDispose]());

const unchanged = "The screen has not changed noticeably.";

/** The last thing that the model was told, beside pictures. */
function lastTold(request: ModelRequest | undefined): string {
  return JSON.stringify(request?.messages.at(-1));
}

/** What of the form has been pressed. */
function pressedWidgets(): readonly string[] {
  return stage.form.events.all().flatMap((event) => (event.event === "press" ? [event.widget] : []));
}

async function isShown({ images }: ModelRequest, color: string): Promise<boolean> {
  const newest = images.at(-1);
  return newest !== undefined && findPatch(await decode(newest.bytes), color) !== undefined;
}

describe("a window that comes up between a picture and the click that was read off it", () => {
  const color = "#ffee00";
  /** Over the form's button. */
  const place = { x: 300, y: 300, width: 260, height: 160 };

  test.each([
    ["gui_click", (x: number, y: number) => ({ x, y })],
    ["gui_double_click", (x: number, y: number) => ({ x, y })],
    ["gui_drag", (x: number, y: number) => ({ startX: x, startY: y, endX: 130, endY: 480 })],
  ])("gets no %s, and the model sees it and goes on", async (name, at) => {
    await using resources = new AsyncDisposableStack();
    let popup: GtkPatch | undefined;
    const pressed: number[] = [];
    const { result, requests } = await stage.run(({ button, entry }) => async (request, count) => {
      pressed.push(popup?.presses().length ?? 0);
      if (count === 1) {
        popup = resources.use(await openGtkPatch(stage.server, place));
        await popup.show(200, 140, color);
        return call(name, at(button.x, button.y));
      }
      if (count > 2) return done;
      expect(await isShown(request, color)).toBe(true);
      return call("gui_click", { ...entry });
    });
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(["stale_screenshot", "ok"]);
    await stage.form.events.waitFor("the field", (event) => event.event === "press");
    // The last click has arrived, and with it everything before.
    expect(pressedWidgets()).toEqual(["entry"]);
    expect(popup?.presses()).toEqual([]);
    expect(JSON.stringify(requests[1]?.messages)).toContain("What lies there has changed");
    expect(lastTold(requests[1])).not.toContain(unchanged);
    expect(pressed).toEqual([0, 0, 0]);
  });

  test("does not get one that a second model had found a place for either", async () => {
    await using resources = new AsyncDisposableStack();
    let popup: GtkPatch | undefined;
    const { button } = await stage.form.reset();
    await using finder = await startModelServer("openai", async (_request, count) => {
      // While it looks for the place.
      if (count === 1) {
        popup = resources.use(await openGtkPatch(stage.server, place));
        await popup.show(200, 140, color);
      }
      return { text: `(${button.x + 20},${button.y + 20})` };
    });
    const groundingModel = await openModelAt("openai", finder.baseUrl, { model: "ui-tars-1.5-7b" });
    const { result } = await stage.run(
      () =>
        inTurn([call("gui_click", { target: "the button" }), call("gui_click", { target: "the window" })]),
      { groundingModel },
    );
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(["stale_screenshot", "ok"]);
    await popup?.events.waitFor("the click", ({ event }) => event === "press");
    expect(popup?.presses()).toHaveLength(1);
    expect(pressedWidgets()).toEqual([]);
  });

  test("elsewhere does not keep the click back, and is no unchanged screen", async () => {
    await using resources = new AsyncDisposableStack();
    const { result, requests } = await stage.run(({ nothing }) => async (_request, count) => {
      if (count === 1) {
        // Beside the form, which comes to the front where it is clicked.
        const popup = resources.use(await openGtkPatch(stage.server, { ...place, x: 720 }));
        await popup.show(200, 140, color);
      }
      return count < 3 ? call("gui_click", { ...nothing }) : done;
    });
    expect(result.steps.map(({ outcome }) => outcome)).toEqual(["ok", "ok"]);
    expect(lastTold(requests[1])).not.toContain(unchanged);
    // Now it has been seen.
    expect(lastTold(requests[2])).toContain(unchanged);
  });
});

describe("where something moves by itself", () => {
  const place = { x: 320, y: 300, width: 200, height: 150 };
  const middle = { x: 420, y: 375 };
  const colors = ["#ff9100", "#2962ff"];

  /** Clicks on a patch that changes each time while the model thinks. */
  async function clickOn(width: number, height: number, clicks: number) {
    await using patch = await openGtkPatch(stage.server, place);
    await patch.show(width, height, "#00c853");
    const { result } = await stage.run(() => async (_request, count) => {
      await patch.show(width, height, colors[count % 2] ?? "");
      return count <= clicks ? call("gui_click", { ...middle }) : done;
    });
    const outcomes = result.steps.map(({ outcome }) => outcome);
    const executed = outcomes.filter((outcome) => outcome === "ok").length;
    await patch.events.waitFor("the clicks", () => patch.presses().length === executed);
    return { outcomes, presses: patch.presses() };
  }

  test.each([
    ["a blinking text cursor", 2, 20],
    ["a wide one", 10, 20],
    ["a spinner", 32, 32],
  ])("%s does not keep a click back", async (_name, width, height) => {
    const { outcomes, presses } = await clickOn(width, height, 2);
    expect(outcomes).toEqual(["ok", "ok"]);
    expect(presses).toEqual([middle, middle]);
  });

  test("a film is clicked on at the second try", async () => {
    const { outcomes, presses } = await clickOn(200, 150, 4);
    expect(outcomes).toEqual(["stale_screenshot", "ok", "stale_screenshot", "ok"]);
    expect(presses).toEqual([middle, middle]);
  });
});
