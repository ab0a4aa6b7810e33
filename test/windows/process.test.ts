import { afterAll, describe, expect, test } from "bun:test";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk, windowsPath } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(await startWineDesk());
const console = resources.use(await openConsole(desk));

/** A user with a name that no code page has, and the program among the downloads. */
const user = join(desk.folder, "Users", "Üñï 用户 😀");
const folders = {
  settings: join(user, "AppData", "Roaming", "gui-agent"),
  cache: join(user, "AppData", "Local"),
  temporary: join(user, "AppData", "Local", "Temp"),
  downloads: join(user, "Downloads"),
};
for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true });
const program = await installForWindows(folders.downloads);
const environment = {
  USERPROFILE: windowsPath(user),
  APPDATA: windowsPath(join(folders.settings, "..")),
  LOCALAPPDATA: windowsPath(folders.cache),
  TEMP: windowsPath(folders.temporary),
  TMP: windowsPath(folders.temporary),
};
/** A folder that nobody can make: a file is where it would have to be. */
await Bun.write(join(user, "file"), "");
const unwritable = windowsPath(join(user, "file", "folder"));

/** Runs the program to its end. */
async function run(args: readonly string[], changes: Readonly<Record<string, string>> = {}) {
  await using started = await console.start(program, args, { ...environment, ...changes });
  return await started.ended();
}

describe("for a user whose name no code page has", () => {
  test("the program runs, and keeps what it unpacks in the folder for such", async () => {
    const { code, stdout } = await run(["doctor"]);
    expect(stdout).toContain("Screen capture");
    expect(code).toBe(0);
    expect(await readdir(join(folders.cache, "gui-agent", "native"))).toEqual([
      expect.stringMatching(/^koffi-.*\.node$/),
    ]);
  });

  test("the settings are read", async () => {
    const file = join(folders.settings, "config.toml");
    await Bun.write(file, "jpeg_quality = 999\n");
    try {
      const { code, stderr } = await run(["doctor"]);
      expect(stderr).toContain(`jpeg_quality in ${windowsPath(file)} is 999.`);
      expect(code).toBe(2);
    } finally {
      await Bun.file(file).delete();
    }
  });

  test("the operations are recorded", async () => {
    const file = join(user, "Vorgänge 记录.jsonl");
    await using agent = await console.start(
      program,
      ["--port", "0", "--audit-file", windowsPath(file)],
      environment,
    );
    await using client = await agent.connect();
    await client.call("gui_cursor_position");
    expect(await Bun.file(file).json()).toMatchObject({ operation: "gui_cursor_position", outcome: "ok" });
  });
});

describe("without a folder for temporary files", () => {
  const noTemporary = { TEMP: unwritable, TMP: unwritable };

  test("the program runs", async () => {
    expect(await run(["doctor"], noTemporary)).toMatchObject({ code: 0 });
  });

  test("nor any other, it says which it needs", async () => {
    const { code, stdout } = await run(["doctor"], { ...noTemporary, LOCALAPPDATA: unwritable });
    expect(stdout).toContain("MISSING  Desktop");
    expect(stdout).toContain("Make one of these folders writable");
    expect(stdout).toContain(`${unwritable}\\gui-agent\\native`);
    // What has nothing to do with it is found out all the same.
    expect(stdout).toContain("HTTP port");
    expect(code).toBe(1);
  });
});

test("a second server on the same port says so, and the first one goes on", async () => {
  await using agent = await console.start(program, ["--port", "0"], environment);
  await using client = await agent.connect();
  const [, port = ""] = /127\.0\.0\.1:(\d+)/.exec((await agent.look()).stdout) ?? [];
  const { code, stderr, stdout } = await run(["--port", port]);
  expect(stderr).toContain(`Cannot listen on port ${port} on 127.0.0.1`);
  expect(stderr).toContain("connect to it");
  expect(stdout).toBe("");
  expect(code).toBe(1);
  await client.call("gui_cursor_position");
});

test("a private display is refused, as Windows has none", async () => {
  const { code, stderr } = await run(["--port", "0", "--virtual-display"]);
  expect(stderr).toContain("--virtual-display");
  expect(stderr).toContain("Linux");
  expect(code).toBe(1);
});

describe("asked to end", () => {
  const leftButton = 1;

  test("by Ctrl+C, the program lets go of what it holds and ends well", async () => {
    await using agent = await console.start(program, ["--port", "0"], environment);
    const client = await agent.connect();
    await client.call("gui_mouse_down", { x: 800, y: 700 });
    expect(await console.keysDown(leftButton)).toEqual([leftButton]);
    await console.interrupt();
    const { code, stderr } = await agent.ended();
    expect(stderr).toContain("SIGINT: stopping");
    expect(code).toBe(0);
    expect(await console.keysDown(leftButton)).toEqual([]);
  });

  test("by the end of its input, so does one that talks over it", async () => {
    await using agent = await console.start(program, ["--transport", "stdio"], environment);
    const initialize = {
      jsonrpc: "2.0",
      id: 1,
      method: "initialize",
      params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "1" } },
    };
    await agent.write(`${JSON.stringify(initialize)}\n`);
    await agent.endInput();
    const { code, stdout } = await agent.ended();
    expect(JSON.parse(stdout)).toMatchObject({ id: 1, result: { serverInfo: { name: "gui-agent" } } });
    expect(code).toBe(0);
  });
});
