import { expect, test } from "bun:test";
import packageJson from "../../package.json" with { type: "json" };
import { startChild } from "../support/child.ts";
import { runGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { installGuiAgent } from "../support/installation.ts";
import { waitFor } from "../support/wait-for.ts";

test("--version prints the version alone", async () => {
  expect(await runGuiAgent(["--version"])).toEqual({
    code: 0,
    stdout: `${packageJson.version}\n`,
    stderr: "",
  });
});

test("--help names the options and commands", async () => {
  const { code, stdout } = await runGuiAgent(["--help"]);
  expect(code).toBe(0);
  for (const word of ["--port", "--transport", "--virtual-display", "doctor"]) expect(stdout).toContain(word);
  // Which gui-agent starts by itself.
  expect(stdout).not.toContain("keep-clipboard");
});

test("the command that gui-agent starts by itself says so to others", async () => {
  const { code, stderr } = await runGuiAgent(["keep-clipboard"], { stdin: "hello" });
  expect(code).toBe(2);
  expect(stderr).toContain("by gui-agent itself");
});

test.each([["--help"], ["--version"], ["--licences"], ["doctor"]])(
  "%s says nothing about a reader that has gone",
  async (page) => {
    await using installation = await installGuiAgent();
    const { program, env, workingDirectory } = installation;
    // The reader is gone before the program writes: the shell starts that only after its end.
    const script = 'exec 3> >(:); wait $!; "$0" "$1" >&3; echo $?';
    await using child = startChild(["bash", "-c", script, program, page], { env, cwd: workingDirectory });
    await child.exited;
    // Without a display the doctor finds something missing, whoever reads that.
    expect([child.stdout(), child.stderr()]).toEqual([page === "doctor" ? "1\n" : "0\n", ""]);
  },
);

test("a page that does not fit where it is sent is a failure with its reason", async () => {
  await using installation = await installGuiAgent();
  const { program, env, workingDirectory } = installation;
  const script = 'exec "$0" --licences > /dev/full';
  await using child = startChild(["bash", "-c", script, program], { env, cwd: workingDirectory });
  expect(await child.exited).toEqual({ code: 1, signal: null, killed: false });
  expect(child.stderr()).toMatch(/^gui-agent: .*no space left/);
});

test.each([
  { args: ["--port", "70000"], mentions: ["port", "70000", "65535"] },
  { args: ["--transport", "carrier-pigeon"], mentions: ["transport", "carrier-pigeon", "stdio"] },
  { args: ["--nonsense"], mentions: ["--nonsense"] },
  { args: ["--refuse-hotkeys", "ctrl+nosuchkey"], mentions: ["nosuchkey"] },
])("$args is refused with what is allowed, exit code 2", async ({ args, mentions }) => {
  const { code, stdout, stderr } = await runGuiAgent(args);
  expect(code).toBe(2);
  expect(stdout).toBe("");
  for (const mention of mentions) expect(stderr).toContain(mention);
});

test("a bad variable is refused by its name", async () => {
  const { code, stderr } = await runGuiAgent([], { env: { GUI_AGENT_JPEG_QUALITY: "very good" } });
  expect(code).toBe(2);
  for (const mention of ["GUI_AGENT_JPEG_QUALITY", "very good", "100"]) expect(stderr).toContain(mention);
});

test("a variable that is no setting is named, and changes nothing", async () => {
  await using agent = await startGuiAgent({ env: { GUI_AGENT_JEPG_QUALITY: "10" } });
  expect(agent.stderr()).toContain("GUI_AGENT_JEPG_QUALITY is not a setting");
});

test("what keeps tools from working is said at the start, and the server goes on", async () => {
  await using agent = await startGuiAgent({});
  await waitFor("the warning", () => agent.stderr().includes("DISPLAY is not set"));
  expect(agent.stderr()).toContain("--virtual-display");
  await agent.call("gui_wait", { ms: 1 });
});

test("a port in use is named, with exit code 1, before a display is started that nobody could use", async () => {
  await using agent = await startGuiAgent({});
  const { port } = new URL(agent.url);
  const { code, stdout, stderr } = await runGuiAgent(["--virtual-display=800x600", "--port", port]);
  expect([code, stdout]).toEqual([1, ""]);
  for (const mention of [port, `another gui-agent (process ${agent.pid})`, "Connect to it"])
    expect(stderr).toContain(mention);
  expect(stderr).not.toContain("private display");
});

test.each(["SIGINT", "SIGTERM"] as const)("%s ends the server cleanly and frees its port", async (signal) => {
  await using agent = await startGuiAgent({});
  const call = { name: "gui_wait", arguments: { ms: 60_000 } };
  // Its own time limit lies beyond the test's: a call that is left without an answer fails here.
  const waiting = agent.client.callTool(call, undefined, { timeout: 600_000 });
  const outcome = waiting.then(
    () => "an answer",
    () => "an error",
  );
  expect(await agent.stop(signal)).toEqual({ code: 0, signal: null, killed: false });
  expect(await outcome).toBe("an error");
  await expect(fetch(agent.url)).rejects.toThrow();
});

test("over stdio nothing but the protocol is on stdout, and the end of input ends the program", async () => {
  await using installation = await installGuiAgent();
  const { program, env, workingDirectory } = installation;
  await using child = startChild([program, "--transport", "stdio"], { env, cwd: workingDirectory });
  const clientInfo = { name: "raw", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };
  child.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  await waitFor("an answer", () => child.stdout().includes("\n"));
  child.write("this is no JSON\n");
  child.write(`${JSON.stringify({ jsonrpc: "2.0", id: 2, method: "ping" })}\n`);
  await waitFor("the answer to the ping", () => child.stdout().includes('"id":2'));
  child.end();
  expect(await child.exited).toEqual({ code: 0, signal: null, killed: false });
  for (const line of child.stdout().trim().split("\n"))
    expect(JSON.parse(line)).toHaveProperty("jsonrpc", "2.0");
});

test("doctor tells what is missing on a machine without a display", async () => {
  const { code, stdout } = await runGuiAgent(["doctor"]);
  expect(code).toBe(1);
  expect(stdout).toContain("DISPLAY");
});
