import { expect, test } from "bun:test";
import { GuiAgentError } from "../../src/core/errors.ts";
import { describeEnd, describeStep } from "../../src/tell-task.ts";
import type { TaskStep } from "../../src/tools/tasks.ts";

const step: TaskStep = {
  number: 3,
  action: "gui_click",
  input: {},
  outcome: "ok",
  said: "",
  elapsedMs: 5,
};

test.each([
  [{ said: "I see\n a field" }, "Step 3: gui_click. I see a field"],
  [{ screenPoint: { x: 7, y: 8 } }, "Step 3: gui_click (7, 8)"],
  [
    { action: "gui_drag", screenPoint: { x: 7, y: 8 }, screenEnd: { x: 70, y: 80 } },
    "Step 3: gui_drag (7, 8) → (70, 80)",
  ],
  [{ action: "gui_type", input: { text: "a\nb" }, said: "I type." }, 'Step 3: gui_type "a\\nb". I type.'],
  [{ action: "gui_hotkey", input: { keys: ["ctrl", "c"] } }, "Step 3: gui_hotkey ctrl+c"],
  [{ notice: "Nothing had the keyboard." }, "Step 3: gui_click. Nothing had the keyboard."],
  [
    { outcome: "out_of_range", message: "x is too large.", said: "I click." },
    "Step 3: gui_click failed (out_of_range): x is too large. I click.",
  ],
] as const)("%j is told as %s", (changes, told) => {
  expect(describeStep({ ...step, ...changes })).toBe(told);
});

const ended = { result: undefined, error: undefined, steps: [], screenshot: undefined };

test("the end says what came of it", () => {
  expect(describeEnd({ ...ended, end: "done", result: "It is sent." })).toBe("The task is done: It is sent.");
  expect(describeEnd({ ...ended, end: "gave_up", result: "There is a login." })).toBe(
    "The task was not done (gave_up): There is a login.",
  );
  expect(describeEnd({ ...ended, end: "model", error: new GuiAgentError("model_unavailable", "No.") })).toBe(
    "The task was not done (model): No.",
  );
});
