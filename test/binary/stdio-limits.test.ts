import { expect, test } from "bun:test";
import { runGuiAgent } from "../support/gui-agent.ts";
import { initializeRequest } from "../support/http-requests.ts";

const line = (message: unknown) => `${JSON.stringify(message)}\n`;
const typeText = (id: number, length: number) =>
  line({
    jsonrpc: "2.0",
    id,
    method: "tools/call",
    params: { name: "gui_type", arguments: { text: "x".repeat(length) } },
  });

const answersIn = (stdout: string) =>
  stdout
    .split("\n")
    .slice(0, -1)
    .map((answer) => JSON.parse(answer));

test("over stdio a message that is too long ends the program with the reason", async () => {
  const stdin = line(initializeRequest) + typeText(1, 11_000_000);
  const { code, stdout, stderr } = await runGuiAgent(["--transport", "stdio"], { stdin });
  expect(code).toBe(1);
  expect(stderr).toContain("10");
  expect(stderr.length).toBeLessThan(1000);
  expect(answersIn(stdout).map(({ id }) => id)).toEqual([0]);
});

test("over stdio a long message below the limit is answered", async () => {
  const stdin =
    line(initializeRequest) + typeText(1, 5_000_000) + line({ jsonrpc: "2.0", id: 2, method: "ping" });
  const { code, stdout } = await runGuiAgent(["--transport", "stdio"], { stdin });
  expect(code).toBe(0);
  expect(answersIn(stdout)).toMatchObject([
    { id: 0 },
    { id: expect.any(Number) },
    { id: expect.any(Number) },
  ]);
});
