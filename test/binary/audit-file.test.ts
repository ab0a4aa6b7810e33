import { afterAll, expect, test } from "bun:test";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { runGuiAgent, startGuiAgent, startStdioGuiAgent } from "../support/gui-agent.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 640, height: 480 } }));
const { display } = server;

const entry = z.strictObject({
  sequence: z.int(),
  time: z.iso.datetime(),
  session: z.string().min(1),
  operation: z.string(),
  points: z.array(z.strictObject({ x: z.number(), y: z.number() })).optional(),
  input: z.record(z.string(), z.unknown()),
  outcome: z.string(),
  result: z.strictObject({ method: z.enum(["keys", "paste"]), notice: z.string().optional() }).optional(),
  message: z.string().optional(),
  elapsedMs: z.number(),
});

/** Every line of the file, which must end with a whole one. */
async function linesOf(path: string) {
  const text = await Bun.file(path).text();
  expect(text).toEndWith("\n");
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => entry.parse(JSON.parse(line)));
}

test("every operation of every session is a line that only the owner can read, without secrets", async () => {
  const secret = "correct-horse-battery";
  await using agent = await startGuiAgent({ display, args: ["--audit-file", "audit.jsonl"] });
  await using other = await agent.connect();
  await agent.call("gui_type", { text: secret, secret: true });
  await other.call("gui_type", { text: "line\nbreak", secret: false });
  await agent.callFailing("gui_click", { x: 99_999, y: 0 });
  await other.callFailing("gui_hotkey", { keys: ["alt", "f4"] });
  const path = join(agent.workingDirectory, "audit.jsonl");
  const lines = await linesOf(path);
  expect(lines).toMatchObject([
    { sequence: 1, operation: "gui_type", outcome: "ok" },
    { sequence: 2, operation: "gui_type", input: { text: "line\nbreak" }, outcome: "ok" },
    { sequence: 3, operation: "gui_click", input: { x: 99_999, y: 0 }, outcome: "out_of_range" },
    { sequence: 4, operation: "gui_hotkey", outcome: "hotkey_refused" },
  ]);
  const [one, two, three, four] = lines.map(({ session }) => session);
  expect([three, four]).toEqual([one, two]);
  expect(one).not.toBe(two);
  expect(await Bun.file(path).text()).not.toContain("horse");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test("a later run adds to the file", async () => {
  await using agent = await startGuiAgent({ args: ["--audit-file", "audit.jsonl"] });
  await agent.call("gui_wait", { ms: 1 });
  const path = join(agent.workingDirectory, "audit.jsonl");
  {
    await using later = await startStdioGuiAgent({ args: ["--audit-file", path] });
    await later.call("gui_wait", { ms: 2 });
  }
  expect((await linesOf(path)).map(({ input }) => input.ms)).toEqual([1, 2]);
});

test("a full disk costs the file, is reported once, and stops nothing", async () => {
  await using agent = await startGuiAgent({ display, args: ["--audit-file", "/dev/full"] });
  for (let x = 0; x < 3; x += 1) await agent.call("gui_move_mouse", { x, y: 0 });
  expect(agent.stderr().split("/dev/full")).toHaveLength(2);
  expect(agent.stderr()).toContain("ENOSPC");
  // What is in memory goes on.
  const log = z.object({ entries: z.array(entry) }).parse(await agent.readResource("gui://audit-log"));
  expect(log.entries.map(({ input }) => input.x)).toEqual([0, 1, 2]);
});

test("a file that cannot be opened stops the start, with its name", async () => {
  const { code, stdout, stderr } = await runGuiAgent(["--audit-file", "/nonexistent/audit.jsonl"]);
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("/nonexistent/audit.jsonl");
});

test("--audit-size bounds what is remembered, and what is sent", async () => {
  await using agent = await startStdioGuiAgent({ args: ["--audit-size", "2"] });
  for (let ms = 0; ms < 5; ms += 1) await agent.call("gui_wait", { ms });
  const log = z.object({ entries: z.array(entry) }).parse(await agent.readResource("gui://audit-log"));
  expect(log.entries.map(({ sequence, input }) => [sequence, input.ms])).toEqual([
    [4, 3],
    [5, 4],
  ]);
});
