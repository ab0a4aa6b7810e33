import { expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { z } from "zod";
import { startChild } from "../support/child.ts";
import { runGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { installGuiAgent } from "../support/installation.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const status = z.object({ session: z.object({ authority: z.string() }) });

const unusable = ["/nowhere/at/all", "/dev/null"];

test.each(unusable)("with TMPDIR=%s the program says what to set", async (folder) => {
  const { code, stderr } = await runGuiAgent(["--virtual-display", "--port", "0"], {
    env: { TMPDIR: folder },
  });
  expect(code).toBe(1);
  expect(stderr).toContain(folder);
  expect(stderr).toContain("Set TMPDIR");
  expect(stderr).not.toContain("fault in gui-agent");
});

test.each(unusable)("with XDG_RUNTIME_DIR=%s too, it names both folders", async (folder) => {
  const env = { TMPDIR: "/nowhere/else", XDG_RUNTIME_DIR: folder };
  const { code, stderr } = await runGuiAgent(["--virtual-display", "--port", "0"], { env });
  expect(code).toBe(1);
  expect(stderr).toContain("/nowhere/else");
  expect(stderr).toContain(folder);
});

test.each(unusable)("with XDG_RUNTIME_DIR=%s alone a private display starts", async (folder) => {
  await using agent = await startGuiAgent({
    args: ["--virtual-display=640x480"],
    env: { XDG_RUNTIME_DIR: folder },
  });
  expect(await agent.call("gui_list_displays")).toMatchObject({ displays: [{ width: 640, height: 480 }] });
});

test("the cookie outlives the user's runtime folder, which goes when the user logs out", async () => {
  await using runtime = await temporaryFolder();
  await using temporary = await temporaryFolder();
  await using agent = await startGuiAgent({
    args: ["--virtual-display=640x480"],
    env: { TMPDIR: temporary.path, XDG_RUNTIME_DIR: runtime.path },
  });
  const { session } = status.parse(await agent.readResource("gui://status"));
  expect(session.authority).toStartWith(temporary.path);
  expect(await readdir(runtime.path)).toEqual([]);
});

test("where the folder for temporary files cannot be used, the runtime folder is, and is empty afterwards", async () => {
  await using runtime = await temporaryFolder();
  {
    await using agent = await startGuiAgent({
      args: ["--virtual-display=640x480"],
      env: { TMPDIR: "/nowhere/at/all", XDG_RUNTIME_DIR: runtime.path },
    });
    const { session } = status.parse(await agent.readResource("gui://status"));
    expect(session.authority).toStartWith(runtime.path);
  }
  expect(await readdir(runtime.path)).toEqual([]);
});

test("a cookie that the disk cannot hold leaves nothing behind", async () => {
  await using temporary = await temporaryFolder();
  await using installation = await installGuiAgent({ env: { TMPDIR: temporary.path } });
  const { program, env, workingDirectory } = installation;
  // To the program, a file that may not grow beyond a byte is a full disk.
  const command = ["prlimit", "--fsize=1", program, "--virtual-display", "--port", "0"];
  await using child = startChild(command, { env, cwd: workingDirectory });
  expect((await child.exited).code).toBe(1);
  expect(child.stderr()).toContain("cannot be stored");
  expect(await readdir(temporary.path)).toEqual([]);
});
