import { afterAll, expect, test } from "bun:test";
import { startGuiAgent } from "../support/gui-agent.ts";
import { inputExamples, noModelEnvironment } from "../support/input-examples.ts";
import { startWaylandSession } from "../support/wayland-session.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const session = resources.use(await startWaylandSession());
const env = { ...noModelEnvironment, ...session.env };

// What is held can always be let go of; here nothing is.
const examples = Object.entries({ ...inputExamples, gui_screenshot: {} }).filter(
  ([tool]) => tool !== "gui_mouse_up",
);

test.each([
  ["without an X server", "wayland-test", { ...env, DISPLAY: "" }],
  ["seen through Xwayland", `Xwayland (${session.env.DISPLAY})`, env],
])(
  "a Wayland session %s is named as what it is, by each tool that needs the desktop",
  async (_, name, env) => {
    await using agent = await startGuiAgent({ env });
    for (const [tool, input] of examples) {
      const { code, message, remedy } = await agent.callFailing(tool, input);
      expect([tool, code]).toEqual([tool, "unsupported"]);
      expect(message).toContain(name);
      expect(remedy).toContain("X11");
      expect(remedy).toContain("--virtual-display");
    }
  },
);

test("in a Wayland session a private display is a desktop like any other", async () => {
  await using agent = await startGuiAgent({ args: ["--virtual-display=1024x700"], env });
  expect(await agent.call("gui_move_mouse", { x: 500, y: 300 })).toMatchObject({ success: true });
  expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 500, y: 300 });
});
