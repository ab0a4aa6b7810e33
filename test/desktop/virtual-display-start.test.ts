import { expect, test } from "bun:test";
import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { runGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { systemPath } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** A folder with a program that stands in for Xvfb. */
async function standIn(script: string) {
  const folder = await temporaryFolder();
  const file = join(folder.path, "Xvfb");
  await Bun.write(file, `#!/bin/sh\n${script}\n`);
  await chmod(file, 0o755);
  return folder;
}

async function failure(script: string): Promise<string> {
  await using folder = await standIn(script);
  const { code, stderr } = await runGuiAgent(["--virtual-display", "--port", "0"], {
    env: { PATH: `${folder.path}:${systemPath}` },
  });
  expect(code).toBe(1);
  return stderr;
}

test("an Xvfb that does nothing is given up, and that is said", async () => {
  expect(await failure("exec sleep 60")).toContain("did not report ready within 10 s");
}, 30_000);

test("an Xvfb that ends without a word is reported as that", async () => {
  expect(await failure("exit 1")).toContain("did not say why");
});

test("an Xvfb that says late that its number is taken is started under the next one", async () => {
  const script = `
if [ ! -e "$0.once" ]; then
  touch "$0.once"
  (sleep 0.2; echo "(EE) Server is already active for display" >&2) &
  exit 1
fi
PATH=${systemPath} exec Xvfb "$@"`;
  await using folder = await standIn(script);
  await using agent = await startGuiAgent({
    args: ["--virtual-display=640x480"],
    env: { PATH: `${folder.path}:${systemPath}` },
  });
  expect(await agent.call("gui_list_displays")).toMatchObject({ displays: [{ width: 640, height: 480 }] });
});
