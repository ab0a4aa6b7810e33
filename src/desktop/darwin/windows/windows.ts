import { GuiAgentError } from "../../../core/errors.ts";
import type { DesktopWindow, Windows } from "../../port.ts";
import type { CoreGraphics } from "../api/core-graphics.ts";
import type { Objects } from "../core-foundation.ts";
import { allowStarter } from "../granting.ts";
import type { Accessibility } from "./accessibility.ts";
import { type ProgramWindow, type ProgramWindows, programWindows } from "./program-windows.ts";
import { type WindowRecord, windowRecords } from "./window-records.ts";

/** Smaller ones that are not on the screen are what programs keep for themselves. */
const leastEdge = 100;

/** The windows of programs, by the window server's list and by what the programs tell through accessibility. */
export class DarwinWindows implements Windows {
  readonly #graphics: CoreGraphics;
  readonly #objects: Objects;
  readonly #accessibility: Accessibility;

  constructor(graphics: CoreGraphics, objects: Objects, accessibility: Accessibility) {
    this.#graphics = graphics;
    this.#objects = objects;
    this.#accessibility = accessibility;
  }

  async list(): Promise<readonly DesktopWindow[]> {
    this.#assertPermitted();
    using _pool = this.#objects.pool();
    const records = windowRecords(this.#graphics, this.#objects);
    const described = new Map<number, DesktopWindow>();
    for (const pid of new Set(records.map((record) => record.pid))) {
      using program = programWindows(this.#accessibility, this.#objects, records, pid);
      const own = records.filter((record) => record.pid === pid);
      for (const window of this.#describe(program, own)) described.set(Number(window.id), window);
    }
    return records.map(({ id }) => described.get(id)).filter((window) => window !== undefined);
  }

  async activate(id: string): Promise<void> {
    this.#assertPermitted();
    using _pool = this.#objects.pool();
    const records = windowRecords(this.#graphics, this.#objects);
    const wanted = records.find((record) => String(record.id) === id);
    // Closed by now: the list tells.
    if (wanted === undefined) return;
    const accessibility = this.#accessibility;
    using program = programWindows(accessibility, this.#objects, records, wanted.pid);
    if (program.isHidden) accessibility.set(program.element, "AXHidden", false);
    const window = program.windows?.find(({ record }) => record === wanted);
    if (window !== undefined) {
      if (accessibility.isTrue(window.element, "AXMinimized"))
        accessibility.set(window.element, "AXMinimized", false);
      accessibility.set(window.element, "AXMain", true);
      accessibility.perform(window.element, "AXRaise");
    }
    // Last, so that the program comes forward with this window. One on another Space takes the screen there.
    accessibility.set(program.element, "AXFrontmost", true);
  }

  async hasKeyboard(): Promise<boolean> {
    this.#assertPermitted();
    using _pool = this.#objects.pool();
    const accessibility = this.#accessibility;
    using everything = accessibility.everything();
    // Also of a panel such as Spotlight's, which leaves its program in the background.
    using focused = accessibility.attribute(everything.reference, "AXFocusedUIElement");
    if (focused !== undefined) return true;
    // Browsers say nothing of what is inside a window until somebody needs it.
    const records = windowRecords(this.#graphics, this.#objects).filter(({ isOnScreen }) => isOnScreen);
    return [...new Set(records.map(({ pid }) => pid))].some((pid) => {
      using program = accessibility.program(pid);
      if (!accessibility.isTrue(program.reference, "AXFrontmost")) return false;
      using window = accessibility.attribute(program.reference, "AXFocusedWindow");
      return window !== undefined;
    });
  }

  #describe(program: ProgramWindows, records: readonly WindowRecord[]): readonly DesktopWindow[] {
    const { windows } = program;
    if (windows === undefined) {
      const shown = records.filter(({ isOnScreen }) => isOnScreen);
      return shown.map((record) => plain(record, program.isFrontmost && record === shown[0]));
    }
    const accessibility = this.#accessibility;
    using focused = accessibility.attribute(program.element, "AXFocusedWindow");
    using main = accessibility.attribute(program.element, "AXMainWindow");
    const isSame = (window: ProgramWindow, other: typeof main) =>
      other !== undefined && this.#objects.isSame(window.element, other.reference);
    const mainWindow = windows.find((window) => isSame(window, main));
    const known = windows.map((window): DesktopWindow => {
      const { record, element, title } = window;
      const isMinimized = program.isHidden || accessibility.isTrue(element, "AXMinimized");
      const isModal = accessibility.isTrue(element, "AXModal");
      return {
        ...plain(record, program.isFrontmost && isSame(window, focused)),
        title,
        isMinimized,
        isOnOtherWorkspace: !record.isOnScreen && !isMinimized,
        // A modal dialog stands before all windows of its program; its main one is the likeliest.
        ownerId:
          isModal && mainWindow !== undefined && mainWindow !== window
            ? String(mainWindow.record.id)
            : undefined,
        isModal,
      };
    });
    // What a program shows and does not count among its windows are sheets, tips and the like.
    const elsewhere = records.filter(
      (record) =>
        !record.isOnScreen &&
        !program.isHidden &&
        record.title !== "" &&
        record.bounds.width >= leastEdge &&
        record.bounds.height >= leastEdge &&
        !windows.some((window) => window.record === record),
    );
    return [...known, ...elsewhere.map((record) => ({ ...plain(record, false), isOnOtherWorkspace: true }))];
  }

  #assertPermitted(): void {
    if (this.#accessibility.isPermitted) return;
    throw new GuiAgentError(
      "permission_denied",
      "macOS does not let gui-agent see the windows of programs.",
      {
        remedy: allowStarter("Accessibility"),
      },
    );
  }
}

/** What the window server alone tells. */
function plain(record: WindowRecord, isActive: boolean): DesktopWindow {
  return {
    id: String(record.id),
    title: record.title,
    app: record.app,
    pid: record.pid,
    bounds: record.bounds,
    isActive,
    isMinimized: false,
    isOnOtherWorkspace: false,
    staysOnTop: record.layer > 0,
    ownerId: undefined,
    isModal: false,
  };
}
