import { afterAll, expect, test } from "bun:test";
import { join } from "node:path";
import { startGuiAgent } from "../support/gui-agent.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { hangWallpaper } from "../support/wallpaper.ts";
import { startXServer } from "../support/x-server.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const server = resources.use(await startXServer({ size: { width: 640, height: 480 } }));
await hangWallpaper(server);

/** Lets a process write no file beyond so many bytes: to it, as if the disk were full. */
async function limitFiles(pid: number, bytes: number | "unlimited"): Promise<void> {
  const child = Bun.spawn(["prlimit", `--pid=${pid}`, `--fsize=${bytes}:unlimited`]);
  expect(await child.exited).toBe(0);
}

test("a picture that the disk cannot hold leaves nothing behind, and can be saved there later", async () => {
  await using folder = await temporaryFolder();
  await using agent = await startGuiAgent({ display: server.display });
  const save = { format: "png", savePath: join(folder.path, "screen.png") };
  // The first picture sets up what later ones use, in files of its own.
  await agent.callRaw("gui_screenshot");

  await limitFiles(agent.pid, 1000);
  const { code, message } = await agent.callFailing("gui_screenshot", save);
  expect(code).toBe("io_failed");
  expect(message).toContain(save.savePath);
  expect(await Bun.file(save.savePath).exists()).toBe(false);

  await limitFiles(agent.pid, "unlimited");
  await agent.callRaw("gui_screenshot", save);
  expect(Bun.file(save.savePath).size).toBeGreaterThan(1000);
});
