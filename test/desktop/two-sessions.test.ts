import { afterAll, beforeEach, expect, test } from "bun:test";
import { type GtkEvent, openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { piecesOf } from "../support/pieces.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const other = resources.use(await agent.connect());
const app = resources.use(await openGtkApp(server));

beforeEach(async () => {
  await app.command({ focus: "entry", entry: "" });
  app.events.clear();
});

test("texts that two sessions type at once arrive whole, in each session's order", async () => {
  await using terminal = await openXterm(server);
  // Upper case, so that a Shift of the one would show in the other.
  const texts = (letter: string) =>
    Array.from({ length: 4 }, (_, index) => `<${letter}${index} ${letter.repeat(1500)}>`);
  const [ours, theirs] = [texts("A"), texts("b")];
  const all = [...ours, ...theirs];
  await Promise.all([
    ...ours.map((text) => agent.call("gui_type", { text })),
    ...theirs.map((text) => other.call("gui_type", { text })),
  ]);
  const received = piecesOf(await terminal.typed(all.join("").length), all);
  expect(received.filter((text) => ours.includes(text))).toEqual(ours);
  expect(received.filter((text) => theirs.includes(text))).toEqual(theirs);
});

/** What went down and up, such as `Control_L+ button3+ button3- Control_L-`. */
function steps(events: readonly GtkEvent[]): string {
  const happened = events.flatMap((event) => {
    if (event.event !== "button" && event.event !== "key") return [];
    const name = event.event === "key" ? event.key : `button${event.button}`;
    return [`${name}${event.phase === "press" ? "+" : "-"}`];
  });
  return happened.join(" ");
}

test("clicks with a modifier and typing never get into each other", async () => {
  const { button } = (await app.command()).rectangles;
  // Ctrl+A, selecting all, and a Ctrl that is lost are what interleaving would lead to.
  const click = { x: button.x + 20, y: button.y + 20, button: "right", modifiers: ["ctrl"] };
  const words = Array.from({ length: 8 }, (_, index) => `a${index}aa `);
  const calls = words.flatMap((text) => [agent.call("gui_type", { text }), other.call("gui_click", click)]);
  await Promise.all(calls);
  await app.waitForState("every word, whole", ({ entry }) => entry === words.join(""));
  const gesture = "Control_L+ button3+ button3- Control_L-";
  const happened = () => steps(app.events.all());
  await app.events.waitFor("every click", () => happened().split(gesture).length === words.length + 1);
  expect(happened().replaceAll(gesture, "")).not.toMatch(/Control_L|button/);
});

test("the buttons of two sessions' drags do not cross", async () => {
  const { button } = (await app.command()).rectangles;
  // Each on a line of its own, and too far from the others to make a double click with one.
  const way = (line: number) => {
    const y = button.y + 5 + line * 5;
    return { startX: button.x + 10 + line * 40, startY: y, endX: button.x + 20 + line * 40, endY: y };
  };
  await Promise.all([
    ...[0, 1, 2].map((line) => agent.call("gui_drag", { ...way(line), button: "middle" })),
    ...[3, 4, 5].map((line) => other.call("gui_drag", { ...way(line), button: "right" })),
  ]);
  const happened = () => app.events.all().flatMap((event) => (event.event === "button" ? [event] : []));
  await app.events.waitFor("every press and release", () => happened().length === 12);
  for (let line = 0; line < 6; line += 1) {
    const { startX, startY, endX, endY } = way(line);
    const start = happened().findIndex(({ y }) => y === startY);
    expect(happened().slice(start, start + 2)).toMatchObject([
      { phase: "press", button: line < 3 ? 2 : 3, x: startX, y: startY },
      { phase: "release", button: line < 3 ? 2 : 3, x: endX, y: endY },
    ]);
  }
});
