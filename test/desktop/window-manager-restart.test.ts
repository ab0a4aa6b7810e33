import { expect, test } from "bun:test";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { type HttpGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { childrenOf, isAlive } from "../support/processes.ts";
import { systemPath } from "../support/program-environment.ts";
import { waitFor } from "../support/wait-for.ts";

const status = z.object({ session: z.object({ display: z.string(), authority: z.string() }) });

/** The program's window manager, by its process id. */
async function windowManagerOf(agent: HttpGuiAgent): Promise<number | undefined> {
  for (const pid of await childrenOf(agent.pid)) {
    const name = await readFile(`/proc/${pid}/comm`, "utf8").catch(() => "");
    if (name.trim() === "openbox") return pid;
  }
  return undefined;
}

type Session = z.infer<typeof status>["session"];

async function xprop({ display, authority }: Session, ...args: readonly string[]): Promise<string> {
  const asked = Bun.spawn(["xprop", ...args], {
    env: { PATH: systemPath, DISPLAY: display, XAUTHORITY: authority },
    stdio: ["ignore", "pipe", "ignore"],
  });
  return new Response(asked.stdout).text();
}

/** Whether a window manager answers: one that has gone may leave the name of a window behind, but not the window. */
async function isManaged(session: Session): Promise<boolean> {
  const [window] = /0x[0-9a-f]+/.exec(await xprop(session, "-root", "_NET_SUPPORTING_WM_CHECK")) ?? [];
  return window !== undefined && (await xprop(session, "-id", window, "_NET_WM_NAME")).includes("Openbox");
}

test("a window manager that ends is there again, twice, on the same display; then that is given up", async () => {
  await using agent = await startGuiAgent({ args: ["--virtual-display=900x700"] });
  const { session } = status.parse(await agent.readResource("gui://status"));
  for (let round = 0; round < 2; round += 1) {
    const pid = await waitFor("the window manager", () => windowManagerOf(agent));
    process.kill(pid, "SIGTERM");
    await waitFor("the window manager to go", () => !isAlive(pid));
    await waitFor("the next one", () => isManaged(session));
    expect(await childrenOf(agent.pid)).toHaveLength(2);
    expect(agent.stderr()).toContain("window manager of the private display has ended");
  }
  const last = await waitFor("the window manager", () => windowManagerOf(agent));
  process.kill(last, "SIGTERM");
  await waitFor("the report", () => agent.stderr().includes("not started again"));
  expect(await childrenOf(agent.pid)).toHaveLength(1);
  // The display itself works on.
  expect(await agent.call("gui_list_displays")).toMatchObject({ displays: [{ width: 900, height: 700 }] });
});
