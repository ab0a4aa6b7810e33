import { sameArea } from "../../../core/geometry.ts";
import type { Handle } from "../../native/types.ts";
import type { Objects } from "../core-foundation.ts";
import type { Accessibility } from "./accessibility.ts";
import type { WindowRecord } from "./window-records.ts";

/** A window as its program knows it, and as the window server does. */
export interface ProgramWindow {
  readonly record: WindowRecord;
  /** Its accessibility element, as long as its program's windows are not disposed of. */
  readonly element: Handle;
  readonly title: string;
}

/** A program and its windows. */
export interface ProgramWindows extends Disposable {
  readonly element: Handle;
  readonly isFrontmost: boolean;
  /** Hidden by Command+H, with all its windows. */
  readonly isHidden: boolean;
  /** Undefined where it does not answer, or knows nothing of accessibility. */
  readonly windows: readonly ProgramWindow[] | undefined;
}

/**
 * Asks a program for its windows and finds out which of the window server's they are: accessibility does
 * not tell the number of a window, but place, size and title do.
 */
export function programWindows(
  accessibility: Accessibility,
  objects: Objects,
  records: readonly WindowRecord[],
  pid: number,
): ProgramWindows {
  using resources = new DisposableStack();
  const program = resources.use(accessibility.program(pid));
  const list = accessibility.ask(program.reference, "AXWindows");
  // Each further question would keep everybody waiting as long again.
  if (list === "silent") return silent(program.reference, resources.move());
  if (list !== undefined) resources.use(list);
  const windows =
    list === undefined
      ? undefined
      : matched(
          accessibility,
          objects.elements(list.reference),
          records.filter((record) => record.pid === pid),
        );
  const isFrontmost = accessibility.isTrue(program.reference, "AXFrontmost");
  const isHidden = accessibility.isTrue(program.reference, "AXHidden");
  const owned = resources.move();
  return {
    element: program.reference,
    ...{ isFrontmost, isHidden, windows },
    [Symbol.dispose]: () => owned.dispose(),
  };
}

function silent(element: Handle, owned: Disposable): ProgramWindows {
  const nothing = { isFrontmost: false, isHidden: false, windows: undefined };
  return { element, ...nothing, [Symbol.dispose]: () => owned[Symbol.dispose]() };
}

function matched(
  accessibility: Accessibility,
  elements: readonly Handle[],
  records: readonly WindowRecord[],
): readonly ProgramWindow[] {
  const left = new Set(records);
  return elements.flatMap((element) => {
    const frame = accessibility.frame(element);
    const title = accessibility.text(element, "AXTitle") ?? "";
    const here = frame === undefined ? [] : [...left].filter(({ bounds }) => sameArea(bounds, frame));
    const record = here.find((each) => each.title === title) ?? here.find((each) => each.title === "");
    // Some programs tell the window server another title than accessibility.
    const found = record ?? here[0];
    if (found === undefined) return [];
    left.delete(found);
    return [{ record: found, element, title: title === "" ? found.title : title }];
  });
}
