import { expect, test } from "bun:test";
import { chmod, readFile } from "node:fs/promises";
import { join } from "node:path";
import { startGuiAgent } from "../support/gui-agent.ts";
import { systemPath } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const token = "a-token-of-this-test-alone";
const key = "a-key-of-this-test-alone";

const secrets = {
  GUI_AGENT_AUTH_TOKEN: token,
  GUI_AGENT_API_KEY: key,
  GUI_AGENT_GROUNDING_API_KEY: key,
  ANTHROPIC_API_KEY: key,
  OPENAI_API_KEY: key,
  GEMINI_API_KEY: key,
  DASHSCOPE_API_KEY: key,
};

test.each(["openbox", "Xvfb"])(
  "%s, and what it starts, does not get the keys and the token",
  async (program) => {
    await using folder = await temporaryFolder();
    // Found first, it writes down what it got before it becomes the real one.
    const stand = join(folder.path, program);
    const written = join(folder.path, "variables");
    await Bun.write(stand, `#!/bin/sh\nenv > "${written}"\nPATH="${systemPath}" exec ${program} "$@"\n`);
    await chmod(stand, 0o755);
    await using _agent = await startGuiAgent({
      args: ["--virtual-display=640x480"],
      env: { PATH: `${folder.path}:${systemPath}`, KEPT_FOR_PROGRAMS: "yes", ...secrets },
      headers: { authorization: `Bearer ${token}` },
    });
    const variables = await readFile(written, "utf8");
    expect(variables).toContain("KEPT_FOR_PROGRAMS=yes");
    for (const name of Object.keys(secrets)) expect(variables).not.toContain(name);
    for (const secret of [token, key]) expect(variables).not.toContain(secret);
  },
);
