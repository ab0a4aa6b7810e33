import { afterAll, expect, test } from "bun:test";
import { z } from "zod";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { countDifferences, crop } from "../support/picture.ts";
import { showInTerminal } from "../support/terminal-program.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const left = { name: "LEFT", x: 0, y: 0, width: 800, height: 600 };
const right = { name: "RIGHT", x: 800, y: 0, width: 800, height: 600 };
const size = { width: 1600, height: 600 };
const server = resources.use(await startXServer({ size, monitors: [left, right], cursor: false }));
const agent = resources.use(await startGuiAgent({ display: server.display }));

/** Fills the right display with lines that never end, as fast as the X server draws them. */
async function flood(): Promise<AsyncDisposable> {
  const terminal = await showInTerminal(server, "100x30+850+40", "exec seq 1000000000");
  await waitFor("lines on the right display", async () => {
    const before = crop(await server.pixels(), right);
    return countDifferences(before, crop(await server.pixels(), right)) > 1000;
  });
  return terminal;
}

const auditLog = z.object({
  entries: z.array(z.object({ operation: z.string(), outcome: z.string(), elapsedMs: z.number() })),
});

test("only the display that is asked for is watched", async () => {
  await using _flood = await flood();
  expect(await agent.call("gui_wait", { untilStable: true, displayIndex: 0 })).toMatchObject({
    success: true,
  });
  const { code, message } = await agent.callFailing("gui_wait", {
    untilStable: true,
    displayIndex: 1,
    ms: 1500,
  });
  expect(code).toBe("timed_out");
  // The terminal is 50 points from the left edge of its display.
  const [, x = "0"] = /x (\d+)/.exec(message) ?? [];
  expect(Number(x)).toBeGreaterThanOrEqual(50);
  expect(Number(x)).toBeLessThan(100);
});

test("a display that is unplugged while it is watched ends the wait", async () => {
  await using _flood = await flood();
  const waiting = agent.callFailing("gui_wait", { untilStable: true, displayIndex: 1, ms: 600_000 });
  // When this is answered, the wait has begun.
  await agent.call("gui_list_displays");
  await server.removeMonitor("RIGHT");
  try {
    const { code, message } = await waiting;
    expect(code).toBe("display_not_found");
    expect(message).toMatch(/display 1/i);
  } finally {
    await server.addMonitor(right);
  }
});

test("a wait that the client cancels is over, and lets nobody wait meanwhile", async () => {
  await using _flood = await flood();
  await using other = await agent.connect();
  const cancelled = new AbortController();
  const input = { untilStable: true, displayIndex: 1, ms: 600_000 };
  const waiting = agent.client
    .callTool({ name: "gui_wait", arguments: input }, undefined, { signal: cancelled.signal })
    .catch(() => "cancelled");
  // The desktop is free for another session.
  await other.call("gui_move_mouse", { x: 10, y: 10 });
  cancelled.abort();
  expect(await waiting).toBe("cancelled");
  await waitFor("the end of the wait in the record", async () => {
    const { entries } = auditLog.parse(await agent.readResource("gui://audit-log"));
    return entries.some(({ operation, outcome }) => operation === "gui_wait" && outcome === "cancelled");
  });
});

test("the carets of a GTK program and of a terminal, and a clock, are no motion", async () => {
  await using _app = await openGtkApp(server);
  await using _clock = await showInTerminal(
    server,
    "20x4+900+300",
    `while :; do printf '\\r%s' "$(date +%T)"; sleep 1; done`,
  );
  const before = await server.pixels();
  await waitFor("the clock to tick", async () => countDifferences(before, await server.pixels()) > 0);
  for (const displayIndex of [0, 1]) {
    expect(await agent.call("gui_wait", { untilStable: true, displayIndex })).toMatchObject({
      success: true,
    });
  }
});

test("a plain wait for a display that is not there is refused, and for one that is there it is a plain wait", async () => {
  const { code } = await agent.callFailing("gui_wait", { ms: 0, displayIndex: 77 });
  expect(code).toBe("display_not_found");
  expect(await agent.call("gui_wait", { ms: 0, displayIndex: 1 })).toMatchObject({ success: true });
});

test("an X server that dies meanwhile ends the wait", async () => {
  await using dying = await startXServer({ size: { width: 640, height: 480 } });
  await using watcher = await startGuiAgent({ display: dying.display });
  await using _flood = await showInTerminal(dying, "80x20", "exec seq 1000000000");
  const before = await dying.pixels();
  await waitFor("lines", async () => countDifferences(before, await dying.pixels()) > 1000);
  const waiting = watcher.callFailing("gui_wait", { untilStable: true, ms: 600_000 });
  await watcher.call("gui_cursor_position");
  await dying.crash();
  expect((await waiting).code).toBe("display_unavailable");
});
