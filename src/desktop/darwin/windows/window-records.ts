import type { Rect } from "../../../core/geometry.ts";
import type { Handle } from "../../native/types.ts";
import { type CoreGraphics, cgRect } from "../api/core-graphics.ts";
import type { Objects } from "../core-foundation.ts";

/** What the window server knows of a window. */
export interface WindowRecord {
  /** `CGWindowID`. */
  readonly id: number;
  readonly pid: number;
  readonly app: string;
  /** Empty where screen recording is not permitted. */
  readonly title: string;
  /** Points of the whole desktop, without the shadow. */
  readonly bounds: Rect;
  /** `CGWindowLevel`: 0 for ordinary windows. */
  readonly layer: number;
  readonly isOnScreen: boolean;
}

/** `CGWindowListOption`, CGWindow.h. */
const allWindows = 0;
const onScreenOnly = 1;
const excludeDesktopElements = 16;
const relativeToNone = 0;

/** `kCGDockWindowLevel`, CGWindowLevel.h: from here on there are the Dock, menus and what lies over everything. */
const dockLayer = 20;

/** The windows that may be a program's own, from front to back; those that are not on the screen come last. */
export function windowRecords(graphics: CoreGraphics, objects: Objects): readonly WindowRecord[] {
  const shown = read(graphics, objects, onScreenOnly);
  const known = new Set(shown.map(({ id }) => id));
  const hidden = read(graphics, objects, allWindows).filter(({ id }) => !known.has(id));
  return [...shown, ...hidden.map((record) => ({ ...record, isOnScreen: false }))];
}

/** The programs that show something in front of all windows, menus and the Dock, from a level on. */
export function programsInFront(graphics: CoreGraphics, objects: Objects, layer: number): readonly string[] {
  const names = readEach(graphics, objects, onScreenOnly, (entry) =>
    (objects.numberIn(entry, "kCGWindowLayer") ?? 0) < layer
      ? undefined
      : objects.textIn(entry, "kCGWindowOwnerName"),
  );
  return [...new Set(names)];
}

function read(graphics: CoreGraphics, objects: Objects, option: number): readonly WindowRecord[] {
  return readEach(graphics, objects, option, (entry) => readRecord(graphics, objects, entry));
}

function readEach<Found>(
  graphics: CoreGraphics,
  objects: Objects,
  option: number,
  pick: (entry: Handle) => Found | undefined,
): readonly Found[] {
  using list = objects.ownSome(
    graphics.CGWindowListCopyWindowInfo(option | excludeDesktopElements, relativeToNone),
    "the list of windows",
  );
  const found = objects.elements(list.reference).map(pick);
  return found.filter((each) => each !== undefined);
}

/** Undefined for what nobody can see or work with. */
function readRecord(graphics: CoreGraphics, objects: Objects, entry: Handle): WindowRecord | undefined {
  const number = (name: string) => objects.numberIn(entry, name);
  const id = number("kCGWindowNumber");
  const pid = number("kCGWindowOwnerPID");
  const layer = number("kCGWindowLayer") ?? 0;
  const rect = objects.value(entry, "kCGWindowBounds");
  const memory = new Uint8Array(cgRect.size);
  if (id === undefined || pid === undefined || rect === undefined) return undefined;
  if (layer < 0 || layer >= dockLayer || number("kCGWindowAlpha") === 0) return undefined;
  if (!graphics.CGRectMakeWithDictionaryRepresentation(rect, memory)) return undefined;
  return {
    ...{ id, pid, layer },
    app: objects.textIn(entry, "kCGWindowOwnerName") ?? "",
    title: objects.textIn(entry, "kCGWindowName") ?? "",
    bounds: cgRect.decode(memory),
    isOnScreen: true,
  };
}
