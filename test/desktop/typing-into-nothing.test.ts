import { expect, test } from "bun:test";
import { startGuiAgent } from "../support/gui-agent.ts";
import { startXServer } from "../support/x-server.ts";
import { openXterm } from "../support/xterm.ts";

const size = { width: 1280, height: 800 };
const bareDesktop = { x: 1200, y: 700 };

test.each([
  { where: "with a window manager, which takes the keyboard itself", windowManager: true },
  { where: "without one, where keys go to what is under the pointer", windowManager: false },
])("keys that no window gets are said to have gone nowhere, $where", async ({ windowManager }) => {
  await using server = await startXServer({ size, windowManager });
  await using agent = await startGuiAgent({ display: server.display });
  await agent.call("gui_click", bareDesktop);
  // The second would be pasted, if there were a window to paste into.
  for (const text of ["for nobody", "für niemanden"]) {
    expect(await agent.call("gui_type", { text })).toEqual({
      success: true,
      elapsed: expect.any(Number),
      method: "keys",
      notice: expect.stringContaining("No window had the keyboard"),
    });
  }
});

test("nothing is said where a window gets them", async () => {
  await using server = await startXServer({ size });
  await using agent = await startGuiAgent({ display: server.display });
  await using terminal = await openXterm(server);
  expect(await agent.call("gui_type", { text: "for xterm" })).not.toHaveProperty("notice");
  expect(await terminal.typed(9)).toBe("for xterm");

  await agent.call("gui_click", bareDesktop);
  expect(await agent.call("gui_type", { text: "for nobody" })).toHaveProperty("notice");
  expect(await terminal.received()).toBe("for xterm");
});
