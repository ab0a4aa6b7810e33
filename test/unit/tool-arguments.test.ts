import { expect, test } from "bun:test";
import { findTool } from "../../src/tools/registry.ts";
import { thrownBy } from "../support/thrown.ts";

test.each([
  ["gui_press_key", { key: "bogus" }, ["key:", '"bogus"', "enter"]],
  ["gui_hotkey", { keys: ["ctrl", "bogus"] }, ["keys:", '"bogus"', "enter"]],
  ["gui_click", { x: 1, y: 1, modifiers: ["enter"] }, ["modifiers.0:", '"enter"', "shift"]],
  ["gui_click", { x: 1 }, ["y:"]],
  ["gui_click", { x: 1, y: 1, z: 1 }, ["arguments:", '"z"']],
])("%s %j is refused with what is wrong, where, and what would be right", async (name, input, mentions) => {
  const { code, message, remedy } = await thrownBy(() => findTool(name).prepare(input));
  expect(code).toBe("invalid_input");
  for (const mention of mentions) expect(message).toContain(mention);
  expect(message).not.toContain("..");
  expect(remedy).toContain(name);
});
