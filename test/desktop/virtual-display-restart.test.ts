import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type HttpGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { childrenOf, isAlive } from "../support/processes.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const status = z.object({ session: z.object({ display: z.string(), authority: z.string() }) });

async function sessionOf(agent: HttpGuiAgent) {
  return status.parse(await agent.readResource("gui://status")).session;
}

/** The program's X server, by its process id. */
async function serverOf(agent: HttpGuiAgent): Promise<number | undefined> {
  for (const pid of await childrenOf(agent.pid)) {
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    if (name.trim() === "Xvfb") return pid;
  }
  return undefined;
}

async function killServer(agent: HttpGuiAgent): Promise<void> {
  const pid = await waitFor("the X server", () => serverOf(agent));
  process.kill(pid, "SIGKILL");
  await waitFor("the X server to go", () => !isAlive(pid));
}

test("a private display that ends is there again, twice; then that is given up", async () => {
  await using agent = await startGuiAgent({ args: ["--virtual-display=900x700"] });
  const before = await sessionOf(agent);
  await agent.call("gui_click", { x: 10, y: 10 });
  for (const round of [1, 2]) {
    await killServer(agent);
    // The first call after it waits for the display.
    expect(await agent.call("gui_list_displays")).toMatchObject({ displays: [{ width: 900, height: 700 }] });
    await agent.call("gui_click", { x: 100 + round, y: 50 });
    expect(await agent.call("gui_cursor_position")).toMatchObject({ x: 100 + round, y: 50 });
    expect(await sessionOf(agent)).toEqual(before);
    // The cookie is the same, and a window manager is there.
    const env = { PATH: "/usr/bin:/bin", DISPLAY: before.display, XAUTHORITY: before.authority };
    const asked = Bun.spawn(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], {
      env,
      stdio: ["ignore", "pipe", "ignore"],
    });
    expect(await new Response(asked.stdout).text()).toContain("window id");
    expect(agent.stderr()).toContain(`display ${before.display} has ended`);
    expect(await childrenOf(agent.pid)).toHaveLength(2);
  }
  await killServer(agent);
  for (const tool of ["gui_list_displays", "gui_screenshot"]) {
    const { code, message, remedy } = await agent.callFailing(tool);
    expect([tool, code]).toEqual([tool, "display_unavailable"]);
    expect(message).toContain("not started again");
    expect(remedy).toContain("start gui-agent again");
    expect(remedy).not.toContain("--virtual-display");
  }
  expect(await childrenOf(agent.pid)).toEqual([]);
  expect(JSON.stringify(await agent.readResource("gui://permissions"))).toContain("not started again");
});

test("a call that comes with the end of the display, and many at once, are answered", async () => {
  await using agent = await startGuiAgent({ args: ["--virtual-display=900x700"] });
  await agent.callRaw("gui_screenshot");
  const pid = await waitFor("the X server", () => serverOf(agent));
  process.kill(pid, "SIGKILL");
  const calls = await Promise.all(Array.from({ length: 10 }, () => agent.callRaw("gui_screenshot")));
  for (const { isError, content } of calls) {
    if (isError) expect(JSON.stringify(content)).toContain("display_unavailable");
  }
  await agent.call("gui_click", { x: 10, y: 10 });
});

test("who has asked for a private display is not told to ask for one", async () => {
  await using server = await startXServer({ size: { width: 640, height: 480 } });
  await using agent = await startGuiAgent({ display: server.display, args: ["--virtual-display"] });
  await agent.call("gui_list_displays");
  await server.crash();
  const { code, remedy } = await agent.callFailing("gui_list_displays");
  expect(code).toBe("display_unavailable");
  expect(remedy).toContain("start gui-agent again");
  expect(remedy).not.toContain("--virtual-display");
});
