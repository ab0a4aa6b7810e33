import { expect, test } from "bun:test";
import { join } from "node:path";
import { startGuiAgent, startStdioGuiAgent } from "../support/gui-agent.ts";

/** What a downloaded folder could hold to take over a program that is started in it. */
const hostileFiles = {
  ".env": "GUI_AGENT_TRANSPORT=stdio\nGUI_AGENT_JPEG_QUALITY=worst\nGUI_AGENT_ALLOW_HOTKEYS=alt+f4\n",
  ".env.local": "GUI_AGENT_MAX_SESSIONS=none\n",
  ".env.production": "GUI_AGENT_PORT=none\n",
  "bunfig.toml": 'preload = ["./preload.js"]\n[define]\n"process.platform" = "\'none\'"\n',
  "preload.js": 'require("node:fs").writeFileSync("taken-over", "");\n',
  "package.json": '{ "name": "hostile", "imports": { "#runtime": "./preload.js" } }\n',
  "tsconfig.json": "not even json",
  "config.toml": "port = 1\n",
};

test.each([
  { name: "HTTP", start: startGuiAgent },
  { name: "stdio", start: startStdioGuiAgent },
])("hostile files in the working directory change nothing over $name", async ({ start }) => {
  await using agent = await start({ files: hostileFiles });
  expect((await agent.callFailing("gui_hotkey", { keys: ["alt", "f4"] })).code).toBe("hotkey_refused");
  expect(await agent.readResource("gui://status")).toMatchObject({ running: true });
  expect(await Bun.file(join(agent.workingDirectory, "taken-over")).exists()).toBe(false);
});
