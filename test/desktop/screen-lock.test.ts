import { afterAll, beforeEach, describe, expect, test } from "bun:test";
import { chmod, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { openGtkApp } from "../support/gtk-app.ts";
import { startGuiAgent } from "../support/gui-agent.ts";
import { inputExamples, noModelEnvironment } from "../support/input-examples.ts";
import { coverScreen } from "../support/locker.ts";
import { systemPath } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const agent = resources.use(await startGuiAgent({ display: server.display, env: noModelEnvironment }));
const app = resources.use(await openGtkApp(server));

const { tools } = await agent.client.listTools();
async function expectInputRefused(client: ToolClient): Promise<void> {
  const before = await client.call("gui_cursor_position");
  for (const [tool, input] of Object.entries(inputExamples)) {
    const { code, remedy } = await client.callFailing(tool, input);
    // What is held can always be let go of; here nothing is.
    expect([tool, code]).toEqual([tool, tool === "gui_mouse_up" ? "invalid_input" : "screen_locked"]);
    expect(remedy).toBeTruthy();
  }
  expect(await client.call("gui_cursor_position")).toEqual(before);
}

beforeEach(async () => {
  // Away from where the calls would go, in the entry.
  await agent.call("gui_move_mouse", { x: 1000, y: 700 });
  await app.command({ focus: "entry", entry: "" });
  app.events.clear();
});

test("no input tool is missing from the examples", () => {
  const acting = tools.filter(({ annotations }) => annotations?.destructiveHint).map(({ name }) => name);
  expect(new Set(Object.keys(inputExamples))).toEqual(new Set(acting));
});

describe("a screen locker over the screen", () => {
  test.each(["i3lock", "XScreenSaver"])("%s: no input tool acts, and reading goes on", async (name) => {
    {
      await using _locker = await coverScreen(server, name);
      await expectInputRefused(agent);
      expect(await agent.callRaw("gui_screenshot")).not.toHaveProperty("isError");
      expect(await permission(agent, "Screen lock")).toMatchObject({ state: "missing" });
    }
    await agent.call("gui_type", { text: "free" });
    const { entry } = await app.waitForState("the text", (state) => state.entry.length >= 4);
    expect(entry).toBe("free");
    // Only what was typed now has arrived.
    const keys = app.events
      .all()
      .flatMap((event) => (event.event === "key" && event.phase === "press" ? event.text : []));
    expect(keys.join("")).toBe("free");
    expect(app.events.all().filter((event) => event.event === "button" || event.event === "scroll")).toEqual(
      [],
    );
  });

  test("a window of another program over the screen is no lock", async () => {
    await using _window = await coverScreen(server, "slideshow");
    await agent.call("gui_move_mouse", { x: 100, y: 100 });
  });
});

describe("GNOME, which locks without a window", () => {
  test("no input tool acts while the login manager says that the screen is locked", async () => {
    await using _gnome = await asGnome();
    await using manager = await fakeLoginManager();
    await manager.setLocked(true);
    await using gnomeAgent = await startGuiAgent({
      display: server.display,
      env: { ...noModelEnvironment, PATH: manager.path },
    });
    await expectInputRefused(gnomeAgent);
    expect(await gnomeAgent.callRaw("gui_screenshot")).not.toHaveProperty("isError");
    expect(await permission(gnomeAgent, "Screen lock")).toMatchObject({ state: "missing" });

    await manager.setLocked(false);
    await waitFor("the screen to be free", async () => {
      const result = await gnomeAgent.callRaw("gui_move_mouse", { x: 100, y: 100 });
      return result.isError !== true;
    });
    expect(await permission(gnomeAgent, "Screen lock")).toMatchObject({ state: "granted" });
  });

  test("with a login manager that does not answer the lock is unknown, and says so", async () => {
    await using _gnome = await asGnome();
    await using manager = await fakeLoginManager();
    await using gnomeAgent = await startGuiAgent({
      display: server.display,
      env: { ...noModelEnvironment, PATH: manager.path },
    });
    await gnomeAgent.call("gui_move_mouse", { x: 100, y: 100 });
    expect(await permission(gnomeAgent, "Screen lock")).toMatchObject({
      state: "unknown",
      detail: expect.stringContaining("GNOME"),
      remedy: expect.stringMatching(/.+/),
    });
  });

  test("the login manager is not asked where another window manager runs", async () => {
    await using manager = await fakeLoginManager();
    await manager.setLocked(true);
    await using other = await startGuiAgent({
      display: server.display,
      env: { ...noModelEnvironment, PATH: manager.path },
    });
    await other.call("gui_move_mouse", { x: 100, y: 100 });
  });
});

const permissionList = z.object({
  permissions: z.array(
    z.object({ name: z.string(), state: z.string(), detail: z.string(), remedy: z.string() }),
  ),
});

async function permission(client: ToolClient, name: string) {
  const { permissions } = permissionList.parse(await client.readResource("gui://permissions"));
  return permissions.find((candidate) => candidate.name === name);
}

/** Has the window manager pass for GNOME's until disposal. */
async function asGnome(): Promise<AsyncDisposable> {
  const answer = await server.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"]);
  const window = /0x[0-9a-f]+/.exec(answer)?.[0] ?? "";
  const rename = (name: string) =>
    server.run(["xprop", "-id", window, "-f", "_NET_WM_NAME", "8u", "-set", "_NET_WM_NAME", name]);
  await rename("GNOME Shell");
  return { [Symbol.asyncDispose]: async () => void (await rename("Openbox")) };
}

interface FakeLoginManager extends AsyncDisposable {
  /** For PATH. */
  readonly path: string;
  setLocked(isLocked: boolean): Promise<void>;
}

/**
 * A `loginctl` with one user, the one who runs the tests, whose screen belongs to session 7. It fails
 * until it has been told whether that is locked.
 */
async function fakeLoginManager(): Promise<FakeLoginManager> {
  const folder = await temporaryFolder();
  const programs = join(folder.path, "programs");
  const answer = join(folder.path, "locked");
  await mkdir(programs);
  await Bun.write(
    join(programs, "loginctl"),
    `#!/bin/sh
case "$*" in
  "show-user $(id -u) --property=Display --value") echo 7 ;;
  "show-session 7 --property=LockedHint --value") cat ${answer} ;;
  *) echo "Unexpected: $*" >&2; exit 1 ;;
esac
`,
  );
  await chmod(join(programs, "loginctl"), 0o755);
  return {
    path: `${programs}:${systemPath}`,
    setLocked: async (isLocked) => void (await Bun.write(answer, isLocked ? "yes\n" : "no\n")),
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}
