import { expect, test } from "bun:test";
import { type Chromium, openChromium } from "../support/chromium.ts";
import { findColor } from "../support/find-color.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { pictureOf } from "../support/screenshot.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { startXServer } from "../support/x-server.ts";

/** Targets by their colours: where an error of scale shows most, and one in between. */
const targets = [
  { color: "#ff00ff", place: "left: 0; top: 0" },
  { color: "#00ff00", place: "right: 0; top: 0" },
  { color: "#0000ff", place: "left: 0; bottom: 0" },
  { color: "#ff0000", place: "right: 0; bottom: 0" },
  { color: "#00ffff", place: "left: 61.3%; top: 37.9%" },
] as const;

/** CSS pixels. Chromium drops all input until some text has been painted. */
const targetSize = 24;
const page = `
  <style>i { position: absolute; width: ${targetSize}px; height: ${targetSize}px }</style>
  <p style="text-align: center">targets</p>
  ${targets.map(({ color, place }) => `<i id="${color}" style="background: ${color}; ${place}"></i>`).join("")}
`;

type Size = { readonly width: number; readonly height: number };

/** A screenshot as the caller's model sees it. */
async function look(agent: ToolClient, input: Record<string, unknown> = {}) {
  return await pictureOf(await agent.callRaw("gui_screenshot", input));
}

/** Clicks what is at a pixel of the last screenshot; the page tells what received the click, and where. */
async function clickPixel(agent: ToolClient, chromium: Chromium, pixel: { x: number; y: number }) {
  chromium.events.clear();
  await agent.call("gui_click", { ...pixel, coordinateMode: "image-absolute" });
  return await chromium.events.waitFor("the click", (event) => event.type === "mousedown" && event);
}

/** Finds every target in a screenshot by its colour, as a model would, and clicks it there. */
async function expectTargetsToBeHit(agent: ToolClient, chromium: Chromium, screen: Size) {
  const picture = await look(agent);
  for (const { color } of targets) {
    const pixel = findColor(picture, color);
    const click = await clickPixel(agent, chromium, pixel);
    expect(click.target).toBe(color);
    for (const { clicked, seen, scale } of [
      { clicked: click.screenX, seen: pixel.x, scale: screen.width / picture.width },
      { clicked: click.screenY, seen: pixel.y, scale: screen.height / picture.height },
    ]) {
      expect(Math.abs(clicked - seen * scale)).toBeLessThanOrEqual(scale / 2);
    }
  }
  return picture;
}

const fullHd = { width: 1920, height: 1080 };

test("1920 by 1080 comes to Claude in a size that it takes unresized, and its clicks land", async () => {
  await using server = await startXServer({ size: fullHd });
  await using chromium = await openChromium(server, page);
  await using told = await startGuiAgent({
    display: server.display,
    args: ["--caller-model", "claude-sonnet-4"],
  });
  await using agent = await startGuiAgent({ display: server.display });
  await using claudeCode = await agent.connect({ clientName: "claude-code" });
  for (const client of [told, claudeCode]) {
    const { width, height } = await expectTargetsToBeHit(client, chromium, fullHd);
    // docs.claude.com, "Vision": the longest edge and the number of pixels that are not resized.
    expect(Math.max(width, height)).toBeLessThanOrEqual(1568);
    expect(width * height).toBeLessThanOrEqual(1_150_000);
    // As large as that allows, give or take the rounding of one edge, and not distorted.
    expect(width * height).toBeGreaterThan(1_150_000 - 2 * Math.max(width, height));
    expect(Math.abs(width / height - 16 / 9)).toBeLessThan(1 / height);
  }
  // Of the same server, another client gets the whole picture.
  const { width, height } = await look(agent);
  expect([width, height]).toEqual([1920, 1080]);

  // A region has the screen's own pixels, so its points are exact.
  const region = { x: 1170, y: 400, width: 300, height: 200 };
  for (const client of [told, agent]) {
    const zoomed = await look(client, { region });
    expect([zoomed.width, zoomed.height]).toEqual([300, 200]);
    const pixel = findColor(zoomed, "#00ffff");
    const click = await clickPixel(client, chromium, pixel);
    expect([click.target, click.screenX, click.screenY]).toEqual([
      "#00ffff",
      region.x + pixel.x,
      region.y + pixel.y,
    ]);
  }
});

test.each([
  { width: 2560, height: 1440 },
  { width: 3840, height: 2160 },
])("$width by $height comes to an unknown client 1920 pixels wide, and its clicks land", async (screen) => {
  await using server = await startXServer({ size: screen });
  await using chromium = await openChromium(server, page);
  await using agent = await startGuiAgent({ display: server.display });
  const { width, height } = await expectTargetsToBeHit(agent, chromium, screen);
  expect([width, height]).toEqual([1920, 1080]);

  // Wider than what is sent, so it is scaled too, by another factor.
  const region = { x: screen.width - 2000, y: 0, width: 2000, height: 1000 };
  const zoomed = await look(agent, { region });
  expect([zoomed.width, zoomed.height]).toEqual([1920, 960]);
  const pixel = findColor(zoomed, "#00ff00");
  const click = await clickPixel(agent, chromium, pixel);
  expect(click.target).toBe("#00ff00");
  const scale = 2000 / 1920;
  expect(Math.abs(click.screenX - (region.x + pixel.x * scale))).toBeLessThanOrEqual(scale / 2);
  expect(Math.abs(click.screenY - pixel.y * scale)).toBeLessThanOrEqual(scale / 2);
});
