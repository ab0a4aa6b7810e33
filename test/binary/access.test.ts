import { describe, expect, test } from "bun:test";
import { networkInterfaces } from "node:os";
import { runGuiAgent, startGuiAgent } from "../support/gui-agent.ts";
import { initializeRequest, post, postHeaders, refusalOf } from "../support/http-requests.ts";

const token = "a-long-and-random-token";

describe("with GUI_AGENT_AUTH_TOKEN", () => {
  const env = { GUI_AGENT_AUTH_TOKEN: token };
  const headers = { authorization: `Bearer ${token}` };

  test.each([
    { what: "no token", authorization: undefined },
    { what: "another token", authorization: "Bearer a-long-and-random-tokem" },
    { what: "the beginning of the token", authorization: "Bearer a-long" },
    { what: "the token in another scheme", authorization: `Basic ${token}` },
    { what: "the bare token", authorization: token },
  ])("$what is refused with 401 at every door", async ({ authorization }) => {
    await using agent = await startGuiAgent({ env, headers });
    const sent = authorization === undefined ? {} : { authorization };
    const refused = await post(agent.url, initializeRequest, { headers: { ...postHeaders, ...sent } });
    expect(refused.headers.get("www-authenticate")).toContain("Bearer");
    expect((await refusalOf(refused)).status).toBe(401);
    for (const method of ["GET", "DELETE", "OPTIONS"]) {
      expect((await fetch(agent.url, { method, headers: sent })).status).toBe(401);
    }
    expect((await fetch(new URL("/", agent.url), { headers: sent })).status).toBe(401);
  });

  test("its bearer is served, and the token is nowhere to be read", async () => {
    await using agent = await startGuiAgent({ env, headers, args: ["--log-level", "debug"] });
    const answer = await post(agent.url, initializeRequest, { headers: { ...postHeaders, ...headers } });
    expect(answer.status).toBe(200);
    await post(agent.url, initializeRequest);
    expect(await agent.call("gui_wait", { ms: 1 })).toMatchObject({ success: true });
    const seen = [
      agent.stdout(),
      agent.stderr(),
      JSON.stringify(await agent.readResource("gui://status")),
      // Where others can read it.
      process.platform === "linux" ? await Bun.file(`/proc/${agent.pid}/cmdline`).text() : "",
    ];
    expect(seen.join()).not.toContain(token);
    // It tells how to connect.
    expect(agent.stdout()).toContain("Authorization");
  });

  test("the token cannot be a flag, which everybody could see", async () => {
    const { code, stderr } = await runGuiAgent(["--auth-token", token]);
    expect(code).toBe(2);
    expect(stderr).not.toContain(token);
  });

  test("one that is too short to protect anything is refused, and not shown", async () => {
    const { code, stderr } = await runGuiAgent([], { env: { GUI_AGENT_AUTH_TOKEN: "hunter2" } });
    expect(code).toBe(2);
    expect(stderr).toContain("GUI_AGENT_AUTH_TOKEN");
    expect(stderr).not.toContain("hunter2");
  });
});

test.each(["0.0.0.0", "::", "192.0.2.1"])(
  "binding %s without a token is refused before it happens",
  async (host) => {
    const { code, stdout, stderr } = await runGuiAgent(["--host", host, "--port", "0"]);
    expect([code, stdout]).toEqual([2, ""]);
    for (const mention of [host, "GUI_AGENT_AUTH_TOKEN"]) expect(stderr).toContain(mention);
  },
);

test("the IPv6 loopback is as good as the other", async () => {
  // Present wherever the system has IPv6; without it the program must say that it cannot bind there.
  const addresses = Object.values(networkInterfaces()).flatMap((all = []) =>
    all.map(({ address }) => address),
  );
  const args = ["--host", "::1"];
  if (!addresses.includes("::1")) {
    const { code, stderr } = await runGuiAgent([...args, "--port", "0"]);
    expect(code).toBe(1);
    expect(stderr).toContain("::1");
    return;
  }
  await using agent = await startGuiAgent({ args });
  expect(new URL(agent.url).hostname).toBe("[::1]");
  expect(await agent.call("gui_wait", { ms: 1 })).toMatchObject({ success: true });
  const { port } = new URL(agent.url);
  await expect(fetch(`http://127.0.0.1:${port}/mcp`)).rejects.toThrow();
});
