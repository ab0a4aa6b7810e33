import { afterAll, beforeEach, expect, test } from "bun:test";
import { z } from "zod";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const app = resources.use(await openGtkApp(server));
beforeEach(async () => {
  await app.command({ focus: "entry", entry: "" });
  app.events.clear();
});

const auditLog = z.object({
  entries: z.array(
    z.object({
      time: z.iso.datetime(),
      session: z.string(),
      operation: z.string(),
      input: z.record(z.string(), z.unknown()),
      outcome: z.string(),
      result: z.record(z.string(), z.unknown()).optional(),
      elapsedMs: z.number(),
    }),
  ),
});

async function lastEntries(count: number) {
  const { entries } = auditLog.parse(await agent.readResource("gui://audit-log"));
  return entries.slice(-count);
}

test.each([
  [["alt", "f4"]],
  [["F4", "Alt_L"]],
  [["ALT+F4"]],
  [["option", "shift", "f4"]],
  [["altgr", "F4"]],
  [["ctrl", "alt", "delete"]],
  [["Control_L", "Alt_R", "Del"]],
  [["delete", "alt", "control"]],
  [["ctrl+alt+del"]],
  [["ctrl", "alt", "numpaddecimal"]],
  [["ctrl", "alt", "backspace"]],
  [["Super_L", "l"]],
  [["ctrl", "q"]],
])("the hotkey %j is refused, recorded, and no key of it is pressed", async (keys) => {
  const { code, remedy } = await agent.callFailing("gui_hotkey", { keys });
  expect(code).toBe("hotkey_refused");
  expect(remedy).toBeTruthy();
  expect(await lastEntries(1)).toMatchObject([{ operation: "gui_hotkey", outcome: "hotkey_refused" }]);
  await agent.call("gui_press_key", { key: "F8" });
  const first = await app.events.waitFor("a key", (event) => event.event === "key" && event);
  expect(first).toMatchObject({ key: "F8", modifiers: [] });
});

test("harmless relatives of refused hotkeys work", async () => {
  await agent.call("gui_hotkey", { keys: ["ctrl", "F4"] });
  await app.events.waitFor("F4", (event) => event.event === "key" && event.key === "F4");
});

test("the list of refused hotkeys can be changed", async () => {
  await using other = await startGuiAgent({
    display: server.display,
    args: ["--refuse-hotkeys", "ctrl+w,f5"],
    env: { GUI_AGENT_ALLOW_HOTKEYS: "ctrl+q" },
  });
  expect((await other.callFailing("gui_hotkey", { keys: ["ctrl", "w"] })).code).toBe("hotkey_refused");
  expect((await other.callFailing("gui_press_key", { key: "F5" })).code).toBe("hotkey_refused");
  expect((await other.callFailing("gui_hotkey", { keys: ["alt", "f4"] })).code).toBe("hotkey_refused");
  expect(await other.call("gui_hotkey", { keys: ["ctrl", "q"] })).toMatchObject({ success: true });
});

test("the audit log has the last operations in their order, with their outcomes", async () => {
  await agent.call("gui_move_mouse", { x: 31, y: 47 });
  await agent.call("gui_type", { text: "visible text" });
  await agent.callFailing("gui_click", { x: 99_999, y: 0 });
  await agent.callFailing("gui_click", { x: "far left" });
  const entries = await lastEntries(4);
  expect(entries).toMatchObject([
    { operation: "gui_move_mouse", input: { x: 31, y: 47 }, outcome: "ok" },
    { operation: "gui_type", input: { text: "visible text" }, outcome: "ok", result: { method: "keys" } },
    { operation: "gui_click", input: { x: 99_999, y: 0 }, outcome: "out_of_range" },
    { operation: "gui_click", outcome: "invalid_input" },
  ]);
});

test("a secret is typed, and appears neither in the audit log nor on any stream", async () => {
  const secret = "correct-horse-battery";
  await agent.call("gui_type", { text: secret, secret: true });
  await app.waitForState("the secret in the entry", ({ entry }) => entry === secret);
  // Refused as too long, so that the failure's message is looked at as well.
  await agent.callFailing("gui_type", { text: secret.repeat(600), secret: true });
  const entries = await lastEntries(2);
  expect(entries).toMatchObject([
    { operation: "gui_type", outcome: "ok" },
    { operation: "gui_type", outcome: "invalid_input" },
  ]);
  const everything = JSON.stringify([entries, await agent.readResource("gui://status")]);
  expect(everything + agent.stdout() + agent.stderr()).not.toContain("horse");
});

test("the audit log is bounded, and a file keeps everything", async () => {
  await using other = await startGuiAgent({
    display: server.display,
    args: ["--audit-size", "5", "--audit-file", "audit.jsonl"],
  });
  for (let count = 0; count < 8; count += 1) await other.call("gui_wait", { ms: count });
  const { entries } = auditLog.parse(await other.readResource("gui://audit-log"));
  expect(entries.map(({ input }) => input.ms)).toEqual([3, 4, 5, 6, 7]);
  const lines = (await Bun.file(`${other.workingDirectory}/audit.jsonl`).text()).trim().split("\n");
  expect(
    lines.map((line) => z.object({ input: z.object({ ms: z.number() }) }).parse(JSON.parse(line)).input.ms),
  ).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
});
