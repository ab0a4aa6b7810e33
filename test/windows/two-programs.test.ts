import { afterAll, expect, test } from "bun:test";
import type { ToolClient } from "../support/tool-client.ts";
import { waitFor } from "../support/wait-for.ts";
import { type ConsoleProgram, openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

// Nothing but the desktop of Windows is common to the two.
const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(await startWineDesk());
const console = resources.use(await openConsole(desk));
const file = await installForWindows(desk.folder);

interface Running extends AsyncDisposable {
  readonly program: ConsoleProgram;
  readonly client: ToolClient;
}

async function start(...args: readonly string[]): Promise<Running> {
  await using stack = new AsyncDisposableStack();
  const program = stack.use(await console.start(file, ["--port", "0", ...args]));
  const client = await program.connect();
  const owned = stack.move();
  return { program, client, [Symbol.asyncDispose]: () => owned.disposeAsync() };
}

const f8 = 0x77;

/** Resolves when the key that a call holds is down. */
async function keyDown(): Promise<void> {
  await waitFor("the key to be down", async () => (await console.keysDown(f8)).length > 0);
}

const hold = (holdMs: number) => ({ key: "F8", holdMs });
const somewhere = { x: 800, y: 700 };

test("while a program holds a key, another one is told which, or waits for its turn", async () => {
  await using one = await start();
  await using patient = await start();
  await using impatient = await start("--lock-timeout-ms", "0");
  const holding = one.client.call("gui_press_key", hold(3_000));
  await keyDown();
  const { pid } = await one.program.look();
  expect(await impatient.client.callFailing("gui_move_mouse", somewhere)).toMatchObject({
    code: "busy",
    message: `The desktop is in use by another gui-agent (process ${pid}).`,
  });
  const events: string[] = [];
  await Promise.all([
    holding.then(() => events.push("let go")),
    patient.client.call("gui_move_mouse", somewhere).then(() => events.push("moved")),
  ]);
  expect(events).toEqual(["let go", "moved"]);
  await impatient.client.call("gui_move_mouse", somewhere);
});

test("a program that is killed in the middle keeps nobody out", async () => {
  await using one = await start();
  await using other = await start("--lock-timeout-ms", "0");
  // It never hears the end of it.
  one.client.callRaw("gui_press_key", hold(10_000)).catch(() => undefined);
  await keyDown();
  expect(await other.client.callFailing("gui_move_mouse", somewhere)).toMatchObject({ code: "busy" });
  await one.program.kill();
  await one.program.ended();
  await other.client.call("gui_move_mouse", somewhere);
});
