import { afterAll, beforeEach, expect, test } from "bun:test";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display }));
const app = resources.use(await openGtkApp(server));
const appPid = Number(await server.run(["xdotool", "getactivewindow", "getwindowpid"]));

beforeEach(async () => {
  await app.command({ focus: "entry", entry: "" });
});

/** Different characters that no keyboard layout of the tests has. */
function ideographs(first: number, count: number): string {
  return Array.from({ length: count }, (_, index) => String.fromCodePoint(0x4e00 + first + index)).join("");
}

/** How many characters that the layout lacks fit at once, as the product says itself. */
async function room(): Promise<number> {
  const { message } = await agent.callFailing("gui_type", { text: ideographs(0, 1_000), method: "keys" });
  return Number(/only (\d+)/.exec(message)?.[1]);
}

test("a text of more foreign characters than fit is refused, with both numbers and nothing typed", async () => {
  const { code, message, remedy } = await agent.callFailing("gui_type", {
    text: `abc${ideographs(0, 300)}`,
    method: "keys",
  });
  expect(code).toBe("unsupported");
  expect(message).toContain("300");
  expect(remedy).toContain("in parts");
  await agent.call("gui_type", { text: "." });
  expect((await app.waitForState("the full stop", ({ entry }) => entry.length > 0)).entry).toBe(".");
});

test("exactly as many as fit arrive, also in a program that is behind, and also often repeated", async () => {
  const count = await room();
  expect(count).toBeGreaterThan(20);
  const text = ideographs(0, count).repeat(3);
  process.kill(appPid, "SIGSTOP");
  await agent.call("gui_type", { text, method: "keys" });
  process.kill(appPid, "SIGCONT");
  const { entry } = await app.waitForState("the text", (state) => [...state.entry].length >= 3 * count);
  expect(entry).toBe(text);
  expect((await agent.callFailing("gui_type", { text: ideographs(0, count + 1), method: "keys" })).code).toBe(
    "unsupported",
  );
});

test("parts in a row arrive in a program that stands still for a moment", async () => {
  const count = await room();
  const parts = [ideographs(200, count), ideographs(600, count)];
  process.kill(appPid, "SIGSTOP");
  const typing = (async () => {
    for (const text of parts) await agent.call("gui_type", { text, method: "keys" });
  })();
  // The moment: nothing can be awaited in a program that is stopped.
  await Bun.sleep(500);
  process.kill(appPid, "SIGCONT");
  await typing;
  const { entry } = await app.waitForState("the text", (state) => [...state.entry].length >= 2 * count);
  expect(entry).toBe(parts.join(""));
});

test("exactly as many as fit arrive after a chord had one of them on a key of its own", async () => {
  const count = await room();
  await agent.call("gui_press_key", { key: "é" });
  await app.waitForState("the key", ({ entry }) => entry === "é");
  await app.command({ focus: "entry", entry: "" });
  const text = `é${ideographs(400, count - 2)}É`;
  await agent.call("gui_type", { text, method: "keys" });
  const { entry } = await app.waitForState("the text", (state) => [...state.entry].length >= count);
  expect(entry).toBe(text);
});
