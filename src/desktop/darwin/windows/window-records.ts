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

function read(graphics: CoreGraphics, objects: Objects, option: number): readonly WindowRecord[] {
  using list = objects.ownSome(
    graphics.CGWindowListCopyWindowInfo(option | excludeDesktopElements, relativeToNone),
    "the list of windows",
  );
  return objects.elements(list.reference).flatMap((entry) => {
    const record = readRecord(graphics, objects, entry);
    return record === undefined ? [] : [record];
  });
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
