import { expect, test } from "bun:test";
import { openChromium } from "../support/chromium.ts";
import { openGtkApp } from "../support/gtk-app.ts";
import { startStdioGuiAgent } from "../support/gui-agent.ts";
import { printableAscii } from "../support/typing.ts";
import { startXServer } from "../support/x-server.ts";

const size = { width: 1280, height: 800 };

test("over stdio a client clicks, types, drags and scrolls in a GTK program", async () => {
  await using server = await startXServer({ size });
  await using agent = await startStdioGuiAgent({ display: server.display });
  await using app = await openGtkApp(server);
  const { rectangles } = await app.command({ entry: "", text: "first line\nsecond line" });
  const { button, entry, text, area } = rectangles;

  const point = { x: button.x + 31, y: button.y + 11 };
  await agent.call("gui_click", point);
  await app.events.waitFor("the click", (event) => event.event === "clicked");
  expect(app.events.all().filter(({ event }) => event === "button")).toMatchObject([
    { widget: "button", phase: "press", button: 1, ...point },
    { widget: "button", phase: "release", button: 1, ...point },
  ]);

  await agent.call("gui_click", { x: entry.x + 20, y: entry.y + 20 });
  await agent.call("gui_type", { text: printableAscii, method: "keys" });
  await agent.call("gui_press_key", { key: "F8" });
  expect(await app.stateAfterF8()).toMatchObject({ focus: "entry", entry: printableAscii });

  const line = text.y + 8;
  await agent.call("gui_drag", {
    startX: text.x + 1,
    startY: line,
    endX: text.x + text.width - 5,
    endY: line,
  });
  await app.waitForState(
    "the selection",
    ({ focus, selection }) => focus === "text" && selection === "first line",
  );

  const inArea = { x: area.x + 50, y: area.y + 50 };
  const notches = () =>
    app.events.all().reduce((sum, event) => (event.event === "scroll" ? sum + event.deltaY : sum), 0);
  const before = (await app.command()).scrollY;
  await agent.call("gui_scroll", { ...inArea, deltaY: 4 });
  await app.events.waitFor("four notches down", () => notches() === 4);
  const down = (await app.command()).scrollY;
  await agent.call("gui_scroll", { ...inArea, deltaY: -2 });
  await app.events.waitFor("two notches up", () => notches() === 2);
  const up = (await app.command()).scrollY;
  expect(before).toBeLessThan(up);
  expect(up).toBeLessThan(down);
});

test("over stdio a click in Chromium lands on the exact pixel", async () => {
  await using server = await startXServer({ size });
  await using agent = await startStdioGuiAgent({ display: server.display });
  const style = "position: absolute; left: 301px; top: 107px; width: 99px; height: 41px";
  await using page = await openChromium(server, `<button id="button" style="${style}">Button</button>`);
  await agent.call("gui_click", { x: 302, y: 146 });
  const click = await page.events.waitFor("the click", (event) => event.type === "click" && event);
  expect(click).toMatchObject({ target: "button", trusted: true, screenX: 302, screenY: 146, button: 0 });
});
