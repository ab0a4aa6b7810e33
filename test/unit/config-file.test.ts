import { afterEach, expect, test } from "bun:test";
import { isAbsolute } from "node:path";
import { configFile } from "../../src/runtime/config-file.ts";

const variable = process.platform === "win32" ? "APPDATA" : "XDG_CONFIG_HOME";
const before = process.env[variable];

afterEach(() => {
  if (before === undefined) delete process.env[variable];
  else process.env[variable] = before;
});

test.each(["", "settings", "./settings"])(
  "a folder for settings called %p is not looked for in the working directory",
  (folder) => {
    process.env[variable] = folder;
    expect(isAbsolute(configFile())).toBe(true);
  },
);
