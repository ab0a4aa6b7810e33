import { expect, test } from "bun:test";
import { existsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";
import { type HttpGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { childrenOf, isAlive } from "../support/processes.ts";
import { pictureOf } from "../support/screenshot.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const status = z.object({ session: z.object({ display: z.string(), authority: z.string() }) });

async function sessionOf(agent: HttpGuiAgent) {
  return status.parse(await agent.readResource("gui://status")).session;
}

async function displayOf(agent: HttpGuiAgent): Promise<string> {
  return (await sessionOf(agent)).display;
}

test("without a display a private one of the size asked for is there, and is gone afterwards", async () => {
  await using elsewhere = await startXServer({ size: { width: 640, height: 480 } });
  let programs: readonly number[] = [];
  {
    await using agent = await startGuiAgent({ args: ["--virtual-display=1024x700"] });
    expect(await agent.call("gui_list_displays")).toMatchObject({ displays: [{ width: 1024, height: 700 }] });
    const picture = await pictureOf(await agent.callRaw("gui_screenshot", { format: "png" }));
    expect([picture.width, picture.height]).toEqual([1024, 700]);
    await agent.call("gui_click", { x: 1000, y: 650 });
    expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 1000, y: 650 });
    expect(await displayOf(agent)).not.toBe(elsewhere.display);
    // The X server and the window manager.
    programs = await childrenOf(agent.pid);
    expect(programs).toHaveLength(2);
  }
  expect(programs.filter(isAlive)).toEqual([]);
  // Others' displays are left alone.
  expect(await elsewhere.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"])).toContain("window id");
});

test("nobody else can use the private display", async () => {
  await using agent = await startGuiAgent({ args: ["--virtual-display=800x600"] });
  const env = { PATH: "/usr/bin:/bin", DISPLAY: await displayOf(agent), XAUTHORITY: "/dev/null" };
  const stranger = Bun.spawn(["xprop", "-root"], { env, stdio: ["ignore", "ignore", "pipe"] });
  expect(await stranger.exited).not.toBe(0);
  expect(await new Response(stranger.stderr).text()).toContain("uthoriz");
});

test("a program without any privilege can use it with the cookie's file, which goes with it", async () => {
  let file = "";
  {
    await using agent = await startGuiAgent({ args: ["--virtual-display=800x600"] });
    const { display, authority } = await sessionOf(agent);
    file = authority;
    expect(statSync(file).mode & 0o077).toBe(0);
    // Chromium's own processes run like this: the same user, but no capability.
    const unprivileged = ["setpriv", "--bounding-set=-all", "--inh-caps=-all", "--no-new-privs"];
    const program = Bun.spawn([...unprivileged, "xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], {
      env: { PATH: "/usr/bin:/bin", DISPLAY: display, XAUTHORITY: authority },
      stdio: ["ignore", "pipe", "pipe"],
    });
    expect(await new Response(program.stderr).text()).toBe("");
    expect(await new Response(program.stdout).text()).toContain("window id");
  }
  expect(existsSync(dirname(file))).toBe(false);
});

test("where there is a display, that one is used", async () => {
  await using server = await startXServer({ size: { width: 640, height: 480 } });
  await using agent = await startGuiAgent({ display: server.display, args: ["--virtual-display"] });
  expect(await agent.call("gui_list_displays")).toMatchObject({ displays: [{ width: 640, height: 480 }] });
  expect(await childrenOf(agent.pid)).toEqual([]);
});

test("a private display ends with its program, even when that is killed", async () => {
  await using agent = await startGuiAgent({ args: ["--virtual-display=800x600"] });
  expect(await agent.call("gui_list_displays")).toMatchObject({ displays: [{ width: 800 }] });
  const programs = await childrenOf(agent.pid);
  const display = await displayOf(agent);
  await agent.stop("SIGKILL");
  await waitFor("the X server and the window manager to go", () => !programs.some(isAlive));
  await waitFor("the lock file to go", () => !existsSync(`/tmp/.X${display.slice(1)}-lock`));
});

test("clients are told that the display is empty, and how to start a program on it", async () => {
  await using agent = await startGuiAgent({ args: ["--virtual-display=800x600"] });
  expect(agent.client.getInstructions()).toContain("private desktop");
  await using server = await startXServer({ size: { width: 640, height: 480 } });
  await using usual = await startGuiAgent({ display: server.display });
  expect(usual.client.getInstructions()).not.toContain("private desktop");
});
