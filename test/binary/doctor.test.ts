import { afterAll, describe, expect, test } from "bun:test";
import { symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { runGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { waitFor } from "../support/wait-for.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 1280, height: 800 } }));
const { display } = server;

/** The lines of findings, by their first word; a line that begins with a space goes on with the one before. */
function findings(stdout: string): readonly { readonly mark: string; readonly text: string }[] {
  const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith(" "));
  return lines.map((line) => ({ mark: line.split(" ", 1).join(), text: line }));
}

/** A port that was free a moment ago. */
async function freePort(): Promise<string> {
  const listener = createServer().listen(0, "127.0.0.1");
  await new Promise((resolve) => listener.once("listening", resolve));
  const address = listener.address();
  await new Promise((resolve) => listener.close(resolve));
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return String(address.port);
}

const key = "sk-test-0123456789";

test("on a desktop where nothing is missing every line is ok", async () => {
  const port = await freePort();
  const { code, stdout, stderr } = await runGuiAgent(["doctor", "--port", port], {
    display,
    env: { GUI_AGENT_API_KEY: key, GUI_AGENT_MODEL: "claude-sonnet-4-6" },
  });
  expect(findings(stdout).filter(({ mark }) => mark !== "ok")).toEqual([]);
  // The display server, the permissions, the model's key and the port.
  for (const named of [display, "1280×800", "XTEST", "GUI_AGENT_API_KEY", port])
    expect(stdout).toContain(named);
  expect(stdout + stderr).not.toContain(key);
  expect([code, stderr]).toEqual([0, ""]);
});

test("where the desktop cannot be opened, that is a finding, and the others are there too", async () => {
  const { code, stdout, stderr } = await runGuiAgent(["doctor", "--virtual-display"], {
    env: { TMPDIR: "/nowhere/at/all" },
  });
  const [desktop, ...others] = findings(stdout);
  expect(desktop).toMatchObject({ mark: "MISSING", text: expect.stringContaining("/nowhere/at/all") });
  expect(stdout).toContain("Set TMPDIR");
  for (const named of ["HTTP port", "claude-sonnet-4"])
    expect(others.some(({ text }) => text.includes(named))).toBe(true);
  expect([code, stderr]).toEqual([1, ""]);
});

test("a model without a key is said to be so, and is no fault", async () => {
  const { code, stdout } = await runGuiAgent(["doctor"], { display });
  const [model] = findings(stdout).filter(({ text }) => text.includes("claude-sonnet-4"));
  expect(model?.mark).toBe("?");
  expect(model?.text).toContain("no key");
  expect(stdout).toContain("GUI_AGENT_API_KEY");
  expect(code).toBe(0);
});

test("the model that nobody named is said to have an end", async () => {
  const { code, stdout } = await runGuiAgent(["doctor"], { display, env: { GUI_AGENT_API_KEY: key } });
  const [model] = findings(stdout).filter(({ text }) => text.includes("claude-sonnet-4"));
  expect(model?.mark).toBe("?");
  expect(model?.text).toContain("15 June 2026");
  expect(stdout).toContain("Set GUI_AGENT_MODEL to a model that the provider has.");
  expect(code).toBe(0);
});

describe("of a server of the user's own", () => {
  const list = JSON.stringify({ data: [{ id: "qwen2.5vl:7b" }, { id: "llava:latest" }] });
  const page = { headers: { "content-type": "text/html" } };
  test.each([
    ["that has the model", "llava", list, {}, "ok", "calls tools"],
    ["that has one that calls no tools", "qwen2.5vl:7b", list, {}, "ok", "writes actions as text (qwen)"],
    ["that has others", "gemma3", list, {}, "?", "It has: qwen2.5vl:7b, llava:latest."],
    ["that wants a key", "llava", "{}", { status: 401 }, "?", "status 401"],
    ["that is a web page", "llava", "<p>Hello</p>", page, "?", "web page"],
    ["that tells nothing", "llava", "{}", {}, "?", "does not tell which models"],
  ] as const)("%s it is said so", async (_what, model, body, init, mark, mention) => {
    const asked: (string | null)[] = [];
    const { env, ...models } = ownServer((request) => {
      asked.push(`${new URL(request.url).pathname} ${request.headers.get("authorization")}`);
      return new Response(body, init);
    });
    await using _stopped = models;
    const { code, stdout } = await runGuiAgent(["doctor"], {
      display,
      env: { ...env, GUI_AGENT_MODEL: model, GUI_AGENT_API_KEY: key },
    });
    const [finding] = findings(stdout).filter(({ text }) => text.includes("Vision model"));
    expect(finding).toMatchObject({ mark, text: expect.stringContaining(mention) });
    expect(asked).toEqual([`/v1/models Bearer ${key}`]);
    expect(code).toBe(0);
  });

  test("that is not running it is said so, of each model", async () => {
    const { env, ...models } = ownServer(() => new Response());
    await models[Symbol.asyncDispose]();
    const { stdout } = await runGuiAgent(["doctor"], {
      display,
      env: { ...env, GUI_AGENT_MODEL: "llava", GUI_AGENT_GROUNDING_MODEL: "ui-tars-1.5-7b" },
    });
    const down = findings(stdout).filter(({ text }) => text.includes("ECONNREFUSED"));
    expect(down.map(({ text }) => text.slice(9, 24))).toEqual(["Vision model   ", "Grounding model"]);
    expect(stdout).toContain("Start it, or correct GUI_AGENT_BASE_URL.");
  });
});

/** A server that tells which models it has, and the settings that name it. */
function ownServer(answer: (request: { readonly url: string; readonly headers: Headers }) => unknown) {
  const fetch = (request: Request) => {
    const response = answer(request);
    return response instanceof Response ? response : new Response();
  };
  const own = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch });
  return {
    env: { GUI_AGENT_PROVIDER: "openai", GUI_AGENT_BASE_URL: `http://127.0.0.1:${own.port}/v1` },
    [Symbol.asyncDispose]: () => own.stop(true),
  };
}

test("a port in use is said to be so, with the likeliest reason", async () => {
  await using agent = await startGuiAgent({ display });
  const { port } = new URL(agent.url);
  const { code, stdout } = await runGuiAgent(["doctor", "--port", port], { display });
  const [finding] = findings(stdout).filter(({ text }) => text.includes(port));
  expect(finding?.mark).toBe("?");
  for (const mention of [`another gui-agent (process ${agent.pid})`, "--port"])
    expect(stdout).toContain(mention);
  expect(code).toBe(0);
});

test("a private display is looked at like any other, and is gone afterwards", async () => {
  const { code, stdout } = await runGuiAgent(
    ["doctor", "--virtual-display=1024x700", "--port", await freePort()],
    {
      env: { GUI_AGENT_API_KEY: key, GUI_AGENT_MODEL: "claude-sonnet-4-6" },
    },
  );
  expect(findings(stdout).filter(({ mark }) => mark !== "ok")).toEqual([]);
  expect(stdout).toContain("1024×700");
  expect(code).toBe(0);
  const number = /Connected to (:\d+)/.exec(stdout)?.[1];
  const env = { PATH: "/usr/bin:/bin", DISPLAY: number ?? "" };
  await waitFor("the X server to go", async () => {
    const answer = Bun.spawnSync(["xprop", "-root"], { env }).stderr.toString();
    return answer.includes("unable to open display") && !answer.includes("uthoriz");
  });
});

test("without a display it says whether there could be a private one", async () => {
  await using folder = await temporaryFolder();
  // All that starting the program takes.
  await symlink("/usr/bin/setpriv", join(folder.path, "setpriv"));
  for (const { path, mark, mentions } of [
    { path: "/usr/bin:/bin", mark: "ok", mentions: ["Xvfb and openbox are installed"] },
    { path: folder.path, mark: "?", mentions: ["Xvfb and openbox are not installed", "apt-get install"] },
  ]) {
    const { stdout } = await runGuiAgent(["doctor"], { env: { PATH: path } });
    const [finding] = findings(stdout).filter(({ text }) => text.startsWith(mark) && text.includes("Xvfb"));
    expect(finding?.text).toContain("--virtual-display");
    for (const mention of mentions) expect(stdout).toContain(mention);
  }
});

test("a display that does not answer makes it fail, with the remedy", async () => {
  const { code, stdout } = await runGuiAgent(["doctor"], { display: ":4711" });
  const missing = findings(stdout).filter(({ mark }) => mark === "MISSING");
  expect(missing).toHaveLength(1);
  expect(stdout).toContain(":4711");
  expect(stdout).toContain("→");
  expect(code).toBe(1);
});
