import { afterAll, describe, expect, test } from "bun:test";
import { z } from "zod";
import { openChromium } from "../support/chromium.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { countDifferences, crop } from "../support/picture.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const size = { width: 1024, height: 700 };
const server = resources.use(await startXServer({ size, cursor: false }));

/** Everything on the page that moves notes in `frames` when it has drawn, in milliseconds of the system's clock. */
const body = `<style>
  div { position: absolute }
  .turning { animation: turn 0.8s steps(8) infinite }
  @keyframes turn { to { transform: rotate(1turn) } }
  .gliding { animation: glide 2s linear infinite }
  @keyframes glide { to { transform: translateX(600px) } }
</style>
<input id="field" style="position: absolute; left: 20px; top: 20px">
<div id="clock" style="left: 800px; top: 20px; font-size: 32px"></div>
<div id="clocks" style="left: 20px; top: 600px"></div>
<div id="spinner" style="left: 500px; top: 100px; width: 24px; height: 24px; border-radius: 12px;
  background: conic-gradient(navy, white)"></div>
<div id="box" style="left: 20px; top: 200px; width: 60px; height: 60px; background: teal"></div>
<div id="bar" style="left: 20px; top: 300px; width: 1px; height: 20px; background: green"></div>
<div id="text" style="left: 20px; top: 400px; width: 900px; font-size: 20px"></div>
<script>
  const frames = [];
  const drawn = () => frames.push(performance.timeOrigin + performance.now());
  let ended = true;
  // Draws until so many frames have been drawn.
  function play(draw, count, pauseMs) {
    frames.length = 0;
    ended = false;
    // Counted when it is drawn: a browser that has no time to draw runs its timers all the same.
    const next = (number) => requestAnimationFrame(() => {
      draw(number);
      drawn();
      if (number === count) ended = true;
      else setTimeout(() => next(number + 1), pauseMs);
    });
    next(1);
    return null;
  }
  const moves = {
    box: () => play((frame) => { box.style.left = 20 + ((frame * 5) % 600) + "px"; }, 120, 10),
    bar: () => play((frame) => { bar.style.width = frame * 2 + "px"; }, 120, 10),
    // It is cleared first, which is a large change.
    text: () => play((frame) => { text.textContent = "word ".repeat(frame < 4 ? 30 + frame : frame); }, 24, 80),
    bursts: () => play((frame) => { text.innerHTML = "<p>paragraph of text on a page</p>".repeat(frame % 6); }, 12, 120),
    spinner: () => play((frame) => { spinner.className = frame < 120 ? "turning" : ""; }, 120, 10),
    glide: () => play((frame) => { box.className = frame < 120 ? "gliding" : ""; }, 120, 10),
  };
  let ticks = 0;
  setInterval(() => { ticks += 1; clock.textContent = new Date().toLocaleTimeString(); }, 1000);
  // Clocks that tick one after the other, so that something ticks all the time.
  function startClocks() {
    for (let index = 0; index < 16; index += 1) {
      const one = clocks.appendChild(document.createElement("div"));
      one.style.left = index * 60 + "px";
      let count = 0;
      setTimeout(() => setInterval(() => { count += 1; one.textContent = String(count % 10); }, 1000), index * 62);
    }
    return null;
  }
</script>`;

const chromium = resources.use(await openChromium(server, body));
const agent = resources.use(await startGuiAgent({ display: server.display }));

/** Longer than any machine takes to draw what the tests draw, and less than the client waits. */
const longMs = 50_000;
/** A little less than what counts as still: the page learns of a frame some time before it is on the screen. */
const pauseMs = 150;

describe("gui_wait with untilStable", () => {
  test.each(["box", "bar", "text", "bursts", "spinner", "glide"])(
    "does not return while the %s moves",
    async (name) => {
      await chromium.evaluate(z.null(), `moves.${name}()`);
      expect(await agent.call("gui_wait", { untilStable: true, ms: longMs })).toMatchObject({
        success: true,
      });
      const returned = Date.now();
      await waitFor("the page to be done", () => chromium.evaluate(z.boolean(), "ended"));
      const frames = await chromium.evaluate(z.array(z.number()), "frames");
      const drawnLater = frames.filter((time) => time > returned);
      // A browser that does not get to draw for a while, on a busy machine, is still for that while.
      if (drawnLater.length > 0) expect(longestPause(frames)).toBeGreaterThan(pauseMs);
    },
  );

  test("returns though a caret blinks and a clock ticks, and both go on", async () => {
    await chromium.evaluate(z.null(), "(field.focus(), null)");
    expect(await agent.call("gui_wait", { untilStable: true, ms: longMs })).toMatchObject({ success: true });
    const ticks = await chromium.evaluate(z.number(), "ticks");
    await waitFor("the clock to tick", async () => (await chromium.evaluate(z.number(), "ticks")) > ticks);
    const field = await chromium.rectangle("#field");
    const area = { ...field, width: Math.floor(field.width), height: Math.floor(field.height) };
    const before = crop(await server.pixels(), area);
    await waitFor(
      "the caret to blink",
      async () => countDifferences(before, crop(await server.pixels(), area)) > 0,
    );
  });

  test("says where it still moves when its time is up", async () => {
    // A clock that ticks once in so short a time cannot be told from motion yet.
    const others = "field.blur(), box.className = '', clock.hidden = true";
    await chromium.evaluate(z.null(), `(spinner.className = "turning", ${others}, null)`);
    const error = await agent.callFailing("gui_wait", { untilStable: true, ms: 1500 });
    await chromium.evaluate(z.null(), `(spinner.className = "", clock.hidden = false, null)`);
    expect(error.code).toBe("timed_out");
    expect(error.remedy).toBeTruthy();
    const named = /x (\d+), y (\d+), width (\d+), height (\d+)/.exec(error.message) ?? [];
    const [x = 0, y = 0, width = 0, height = 0] = named.slice(1).map(Number);
    // The spinner turns within its square, but for a corner's length.
    expect(x).toBeGreaterThan(490);
    expect(y).toBeGreaterThan(90);
    expect(x + width).toBeLessThan(535);
    expect(y + height).toBeLessThan(135);
    expect(Math.min(width, height)).toBeGreaterThan(4);
  });

  test("returns though one clock after the other ticks all the time", async () => {
    await chromium.evaluate(z.null(), "startClocks()");
    await waitFor("all clocks to tick", () =>
      chromium.evaluate(
        z.boolean(),
        "[...clocks.children].filter(({ textContent }) => textContent !== '').length === 16",
      ),
    );
    expect(await agent.call("gui_wait", { untilStable: true, ms: longMs })).toMatchObject({ success: true });
  });
});

/** Milliseconds between two frames. */
function longestPause(frames: readonly number[]): number {
  return frames.reduce((longest, time, index) => Math.max(longest, time - (frames[index - 1] ?? time)), 0);
}
