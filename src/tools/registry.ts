import { GuiAgentError } from "../core/errors.ts";
import { analyzeScreen } from "./analyze-screen.ts";
import { click, doubleClick } from "./click.ts";
import { clipboardRead, clipboardWrite } from "./clipboard.ts";
import type { Tool } from "./define-tool.ts";
import { listDisplays } from "./displays.ts";
import { executeTask } from "./execute-task.ts";
import { findImage, waitForImage } from "./find-image.ts";
import { hotkey, pressKey, type } from "./keyboard.ts";
import { cursorPosition, drag, mouseDown, mouseUp, moveMouse, scroll } from "./mouse.ts";
import { screenshot } from "./screenshot.ts";
import { wait } from "./wait.ts";
import { focusWindow, listWindows } from "./windows.ts";

/** Every tool there is, in the order in which clients see them. */
export const tools: readonly Tool[] = [
  screenshot,
  click,
  doubleClick,
  moveMouse,
  mouseDown,
  mouseUp,
  drag,
  scroll,
  type,
  pressKey,
  hotkey,
  clipboardRead,
  clipboardWrite,
  cursorPosition,
  listDisplays,
  listWindows,
  focusWindow,
  findImage,
  waitForImage,
  wait,
  analyzeScreen,
  executeTask,
];

const byName = new Map(tools.map((tool) => [tool.name, tool]));

/** Throws `unknown_tool`. */
export function findTool(name: string): Tool {
  const tool = byName.get(name);
  if (tool !== undefined) return tool;
  throw new GuiAgentError("unknown_tool", `There is no tool ${name}.`, {
    remedy: `There are: ${[...byName.keys()].join(", ")}.`,
  });
}
