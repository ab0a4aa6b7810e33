import type { Rect } from "../../../src/core/geometry.ts";
import { clickAt, colorBounds, type NextStep, oracle, type Spot } from "../form-oracle.ts";
import type { Model } from "../model-servers/model-server.ts";
import type { Picture } from "../picture.ts";

/** For the desk, so that parts of Notepad are told apart by their colours. Text is black on them. */
export const notepadColors = {
  ActiveTitle: "#aa00ff",
  GradientActiveTitle: "#aa00ff",
  InactiveTitle: "#5d4037",
  GradientInactiveTitle: "#5d4037",
  MenuBar: "#ffea00",
  Menu: "#00e5ff",
  /** What cannot be chosen from the menu is as good as invisible. */
  GrayText: "#00e5ff",
  Window: "#00c853",
  Hilight: "#ff80ab",
  MenuHilight: "#ff80ab",
} as const;

/** A model that gives Notepad the keyboard, writes a text, and selects it all by the menu. */
export function notepadOracle(model: string, text: string): Model {
  return oracle(model, (picture) => nextStep(model, text, picture));
}

function nextStep(model: string, text: string, picture: Picture): NextStep {
  const click = (state: string, what: string, spot: Spot): NextStep => ({
    state,
    answer: clickAt(model, what, spot, picture),
  });
  const bounds = (part: keyof typeof notepadColors) => colorBounds(picture, notepadColors[part]);
  const [field, bar, menu] = [bounds("Window"), bounds("MenuBar"), bounds("Menu")];
  if (field === undefined || bar === undefined) return givingUp("There is no Notepad.");
  if (menu !== undefined) {
    // Undo comes first, and what stands between needs a selection.
    const [, selectAll] = darkRuns(picture, menu, "rows");
    if (selectAll === undefined) return givingUp("The menu has nothing to select all with.");
    const spot = { x: (menu.x + menu.width / 2) / picture.width, y: selectAll / picture.height };
    return click("menu", 'item "Select all"', spot);
  }
  if (colorBounds(picture, notepadColors.Hilight, field)) {
    return {
      state: "selected",
      answer: { calls: [{ name: "done", arguments: { result: "It is selected." } }] },
    };
  }
  const title = { ...bar, y: Math.max(0, bar.y - bar.height) };
  if (!isMostly(picture, title, notepadColors.ActiveTitle)) {
    return click("inactive", "field", {
      x: (field.x + field.width / 2) / picture.width,
      y: (field.y + field.height / 2) / picture.height,
    });
  }
  if (!hasText(picture, field)) {
    return {
      state: "active",
      answer: { text: "I type.", calls: [{ name: "gui_type", arguments: { text } }] },
    };
  }
  const [, edit] = darkRuns(picture, bar, "columns");
  if (edit === undefined) return givingUp("There is no menu Edit.");
  const spot = { x: edit / picture.width, y: (bar.y + bar.height / 2) / picture.height };
  return click("written", "menu Edit", spot);
}

function givingUp(reason: string): NextStep {
  return { state: reason, answer: { calls: [{ name: "give_up", arguments: { reason } }] } };
}

function isMostly(picture: Picture, area: Rect, color: string): boolean {
  const found = colorBounds(picture, color, area);
  return found !== undefined && found.width > area.width / 2;
}

/** No colour of the parts has so little green. */
function isDark({ width, rgb }: Picture, x: number, y: number): boolean {
  return (rgb[(y * width + x) * 3 + 1] ?? 255) < 90;
}

/** More dark pixels than the text cursor has; the field's border is left out. */
function hasText(picture: Picture, field: Rect): boolean {
  let count = 0;
  for (let y = field.y + 3; y < field.y + field.height - 3; y += 1) {
    for (let x = field.x + 3; x < field.x + field.width - 3; x += 1) if (isDark(picture, x, y)) count += 1;
  }
  return count > 35;
}

/** Lines of a menu or words of a menu bar: the middles of what has dark pixels with some room around. */
function darkRuns(picture: Picture, area: Rect, along: "rows" | "columns"): readonly number[] {
  const [start, length, across, breadth] =
    along === "rows" ? [area.y, area.height, area.x, area.width] : [area.x, area.width, area.y, area.height];
  const isDarkAt = (at: number) =>
    Array.from({ length: breadth }, (_, offset) => across + offset).some((other) =>
      along === "rows" ? isDark(picture, other, at) : isDark(picture, at, other),
    );
  const dark = Array.from({ length }, (_, offset) => start + offset).filter(isDarkAt);
  const runs: { first: number; last: number }[] = [];
  for (const at of dark) {
    const run = runs.at(-1);
    if (run !== undefined && at - run.last < 5) run.last = at;
    else runs.push({ first: at, last: at });
  }
  return runs.map(({ first, last }) => (first + last + 1) / 2);
}
