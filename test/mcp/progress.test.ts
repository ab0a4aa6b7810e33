import { afterAll, expect, test } from "bun:test";
import { startGuiAgent, startStdioGuiAgent } from "../support/gui-agent.ts";
import type { ToolClient } from "../support/tool-client.ts";
import { startXServer } from "../support/x-server.ts";

/** The call lasts longer than its client waits without hearing anything; a sign of life comes before that. */
const callMs = 12_000;
const patienceMs = 11_500;

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 640, height: 480 } }));

/** A call as an impatient client makes it, with the progress that it hears of. */
async function callImpatiently(
  { client }: ToolClient,
  name: string,
  input: Record<string, unknown>,
  onProgress: () => void = () => undefined,
) {
  const progress: number[] = [];
  const options = {
    timeout: patienceMs,
    resetTimeoutOnProgress: true,
    onprogress: (heard: { readonly progress: number }) => {
      progress.push(heard.progress);
      onProgress();
    },
  };
  const result = await client.callTool({ name, arguments: input }, undefined, options);
  return { isError: result.isError ?? false, heard: progress.length };
}

// All at once: each takes as long as all of them.
test("a call that takes longer than its client's patience is kept alive by progress", async () => {
  await using agent = await startGuiAgent({ display: server.display });
  await using holder = await agent.connect();
  await using overStdio = await startStdioGuiAgent({ display: server.display });
  await holder.call("gui_mouse_down", { x: 5, y: 5 });
  const letGo = Promise.withResolvers<void>();
  const outcomes = await Promise.all([
    callImpatiently(agent, "gui_wait", { ms: callMs }),
    callImpatiently(overStdio, "gui_wait", { ms: callMs }),
    // Waits in line until it has been heard of.
    callImpatiently(agent, "gui_move_mouse", { x: 9, y: 9 }, letGo.resolve),
    letGo.promise.then(() => holder.call("gui_mouse_up")),
  ]);
  expect(outcomes).toEqual([
    { isError: false, heard: 1 },
    { isError: false, heard: 1 },
    { isError: false, heard: 1 },
    { success: true },
  ]);
});
