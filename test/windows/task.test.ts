import { afterAll, expect, test } from "bun:test";
import { call, inTurn } from "../support/form-stage.ts";
import { startModelServer } from "../support/model-servers/model-server.ts";
import { waitFor } from "../support/wait-for.ts";
import { openConsole } from "../support/wine/console.ts";
import { installForWindows } from "../support/wine/windows-program.ts";
import { startWineDesk } from "../support/wine/wine-desk.ts";

const resources = new AsyncDisposableStack();
afterAll(() => resources.disposeAsync());
const desk = resources.use(await startWineDesk());
desk.start(["C:\\windows\\notepad.exe"]);
const console = resources.use(await openConsole(desk));
const file = await installForWindows(desk.folder);

test("a model carries out a task with a program of Windows", async () => {
  await waitFor("Notepad", async () => (await console.textOf("Notepad", "Edit").catch(() => "-")) === "");
  const text = "你好，世界 & all";
  await using models = await startModelServer(
    "openai",
    inTurn([
      call("gui_focus_window", { app: "notepad" }),
      call("gui_click", { x: 300, y: 200 }),
      call("gui_type", { text }),
    ]),
  );
  await using run = await console.start(file, ["run", `Write ${text} into Notepad.`], {
    GUI_AGENT_PROVIDER: "openai",
    GUI_AGENT_MODEL: "some-model",
    GUI_AGENT_BASE_URL: models.baseUrl,
    GUI_AGENT_STEP_DELAY_MS: "200",
  });
  const { code, stdout } = await run.ended();
  expect(JSON.parse(stdout)).toMatchObject({ success: true, end: "done" });
  expect(code).toBe(0);
  expect(await console.textOf("Notepad", "Edit")).toBe(text);
  expect(models.requests.length).toBe(4);
});
