import { z } from "zod";
import type { ToolClient } from "../support/tool-client.ts";
import { type Comparison, timed } from "./comparison.ts";
import type { Stage } from "./stage.ts";

/** What `gui_wait` may take after the last frame of an animation. */
const wantedMs = 300;

/**
 * Moves a box for so many frames, beside a clock and a caret that go on, and notes when it has drawn the last
 * one, in milliseconds of the system's clock.
 */
const animation = (frames: number) => `(() => {
  field.focus();
  window.lastFrame = undefined;
  const add = (style) => {
    const element = document.body.appendChild(document.createElement("div"));
    element.style.cssText = "position: absolute; background: white; " + style;
    return element;
  };
  const box = add("left: 100px; top: 300px; width: 80px; height: 80px; background: teal");
  const clock = add("left: 100px; top: 200px; font-size: 32px");
  const tick = setInterval(() => { clock.textContent = new Date().toLocaleTimeString(); }, 1000);
  window.removeAnimation = () => { clearInterval(tick); box.remove(); clock.remove(); return null; };
  const draw = (frame) => {
    box.style.left = 100 + (frame * 7) % 700 + "px";
    if (frame < ${frames}) requestAnimationFrame(() => draw(frame + 1));
    else window.lastFrame = performance.timeOrigin + performance.now();
  };
  draw(1);
  return null;
})()`;

/** How long after the last motion `gui_wait` returns, on a page with a clock and a caret. */
export function stillnessComparison({ chromium, http, stdio }: Stage): Comparison {
  let turn = 0;
  const afterLastFrame = async (client: ToolClient): Promise<number> => {
    turn += 1;
    await chromium.evaluate(z.null(), animation(60 + ((turn * 17) % 60)));
    await client.call("gui_wait", { untilStable: true });
    const returned = performance.timeOrigin + performance.now();
    const lastFrame = await chromium.evaluate(z.number(), "window.lastFrame");
    await chromium.evaluate(z.null(), "removeAnimation()");
    return returned - lastFrame;
  };
  const name = "gui_wait, HTTP";
  return {
    title: "Notice that the screen is still, from the last frame of an animation on",
    contestants: [
      { name, sample: () => afterLastFrame(http) },
      { name: "gui_wait, stdio", sample: () => afterLastFrame(stdio) },
      {
        name: "gui_wait where nothing moves, HTTP",
        sample: () => timed(() => http.call("gui_wait", { untilStable: true })),
      },
    ],
    goals: [{ contestant: name, below: wantedMs }],
  };
}
