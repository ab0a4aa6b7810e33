import type { Rect } from "../../../src/core/geometry.ts";
import { type CoreGraphics, cgRect } from "../../../src/desktop/darwin/api/core-graphics.ts";
import type { Handle } from "../../../src/desktop/native/types.ts";
import { type FakeFoundation, fromUnits, type Plain, viewOf } from "./fake-foundation.ts";

export interface FakeDisplay extends Rect {
  readonly id: number;
  /** Of its mode, as the panel is built. */
  readonly pixels: { readonly width: number; readonly height: number };
  readonly isBuiltin?: boolean;
  /** Asleep it is not among those that can be drawn to, but for the moment in which it falls asleep. */
  readonly isAsleep?: boolean | "just";
}

/** An event as programs would receive it. */
export interface FakeEvent {
  readonly type: number;
  readonly x: number;
  readonly y: number;
  readonly button?: number;
  readonly keycode?: number;
  readonly lines?: readonly number[];
  flags: number;
  text?: string;
  readonly fields: Record<number, number>;
}

const keyTypes = { down: 10, up: 11, flagsChanged: 12 } as const;
const scrollWheel = 22;
const moves = [5, 6, 7, 27];
const modifierKeycodes = [0x36, 0x37, 0x38, 0x39, 0x3a, 0x3b, 0x3c, 0x3d, 0x3e, 0x3f];
/** Fn and keypad: what macOS puts by itself on events of arrow keys. */
const arrowFlags = 0xa0_0000;
const arrows = [0x7b, 0x7c, 0x7d, 0x7e];

/** Core Graphics, as far as the product calls it: displays, events that are posted, windows and permissions. */
export class FakeGraphics {
  readonly #foundation: FakeFoundation;
  displays: readonly FakeDisplay[] = [];
  pointer = { x: 0, y: 0 };
  /** Modifiers that are down by somebody's doing. */
  flagsState = 0;
  readonly buttonsDown = new Set<number>();
  mayCapture = true;
  mayPost = true;
  /** Undefined without a window server. */
  session: Plain | undefined = { kCGSSessionOnConsoleKey: true };
  /** From front to back; the option of the call chooses. */
  windows: readonly { readonly [key: string]: Plain }[] = [];
  readonly posted: FakeEvent[] = [];
  onPost: (event: FakeEvent) => void = () => undefined;

  constructor(foundation: FakeFoundation) {
    this.#foundation = foundation;
  }

  readonly functions: CoreGraphics = {
    CGGetActiveDisplayList: (most, ids, count) => {
      const active = this.displays.filter(({ isAsleep }) => isAsleep !== true);
      return giveIds(active.slice(0, most), ids, count);
    },
    CGGetOnlineDisplayList: (most, ids, count) => giveIds(this.displays.slice(0, most), ids, count),
    CGMainDisplayID: () => this.displays[0]?.id ?? 0,
    CGDisplayBounds: (id) => {
      const { x, y, width, height } = this.#display(id);
      return { x, y, width, height };
    },
    CGDisplayIsBuiltin: (id) => Number(this.#display(id).isBuiltin ?? false),
    CGDisplayIsAsleep: (id) => Number(Boolean(this.#display(id).isAsleep)),
    CGDisplayCopyDisplayMode: (id) => {
      this.#foundation.assertPool();
      return this.#foundation.give({ kind: "opaque", about: this.#display(id).pixels });
    },
    CGDisplayModeGetPixelWidth: (mode) => this.#pixels(mode).width,
    CGDisplayModeGetPixelHeight: (mode) => this.#pixels(mode).height,
    CGDisplayModeRelease: (mode) => this.#foundation.functions.CFRelease(mode),
    CGEventCreate: () => this.#event({ type: 0, ...this.pointer }),
    CGEventCreateMouseEvent: (_, type, { x, y }, button) => this.#event({ type, x, y, button }),
    CGEventCreateKeyboardEvent: (_, keycode, isDown) => {
      const type = modifierKeycodes.includes(keycode)
        ? keyTypes.flagsChanged
        : keyTypes[isDown ? "down" : "up"];
      const flags = arrows.includes(keycode) ? arrowFlags : 0;
      return this.#event({ type, ...this.pointer, keycode }, flags);
    },
    CGEventCreateScrollWheelEvent2: (_, unit, count, down, right) => {
      if (unit !== 1 || count !== 2) throw new Error("It does not scroll in lines along two axes.");
      return this.#event({ type: scrollWheel, ...this.pointer, lines: [down, right] });
    },
    CGEventGetLocation: (event) => {
      const { x, y } = this.#read(event);
      return { x, y };
    },
    CGEventGetFlags: (event) => this.#read(event).flags,
    CGEventSetFlags: (event, flags) => {
      this.#read(event).flags = Number(flags);
    },
    CGEventSetIntegerValueField: (event, field, value) => {
      this.#read(event).fields[field] = Number(value);
    },
    CGEventKeyboardSetUnicodeString: (event, length, units) => {
      this.#read(event).text = fromUnits(units, Number(length));
    },
    CGEventPost: (tap, event) => {
      if (tap !== 0) throw new Error("Not all programs would see the event.");
      const { x, y, type, ...rest } = this.#read(event);
      const posted = { ...rest, type, x, y, fields: { ...rest.fields } };
      this.posted.push(posted);
      this.onPost(posted);
      if (moves.includes(type)) this.pointer = { x, y };
    },
    CGEventSourceCreate: (state) => this.#foundation.give({ kind: "opaque", about: `source ${state}` }),
    CGEventSourceFlagsState: () => this.flagsState,
    CGEventSourceButtonState: (_, button) => this.buttonsDown.has(button),
    CGPreflightScreenCaptureAccess: () => this.mayCapture,
    CGPreflightPostEventAccess: () => this.mayPost,
    CGSessionCopyCurrentDictionary: () =>
      this.session === undefined ? 0 : this.#foundation.share(this.#foundation.plain(this.session)),
    CGWindowListCopyWindowInfo: (option) => {
      const isShown = (window: { readonly [key: string]: Plain }) => window.kCGWindowIsOnscreen === true;
      const chosen = (option & 1) === 0 ? this.windows : this.windows.filter(isShown);
      return this.#foundation.share(this.#foundation.plain(chosen));
    },
    CGRectMakeWithDictionaryRepresentation: (dictionary, memory) => {
      const member = (name: string): number => {
        const value = this.#foundation.value(dictionary);
        const found = value.kind === "dictionary" ? value.entries.get(name) : undefined;
        const number = found === undefined ? undefined : this.#foundation.value(found);
        return number?.kind === "number" ? number.number : 0;
      };
      const rect = { x: member("X"), y: member("Y"), width: member("Width"), height: member("Height") };
      memory?.set(cgRect.encode(rect));
      return true;
    },
  };

  #event(event: Omit<FakeEvent, "flags" | "fields">, flags = 0): number {
    this.#foundation.assertPool();
    const fresh: FakeEvent = { ...event, flags: flags | this.flagsState, fields: {} };
    return this.#foundation.give({ kind: "opaque", about: fresh });
  }

  #read(reference: Handle): FakeEvent {
    const value = this.#foundation.value(reference);
    if (value.kind !== "opaque" || !isEvent(value.about)) throw new Error("It is no event.");
    return value.about;
  }

  #display(id: number): FakeDisplay {
    const display = this.displays.find((each) => each.id === id);
    if (display === undefined) throw new Error(`There is no display ${id}.`);
    return display;
  }

  #pixels(mode: Handle): FakeDisplay["pixels"] {
    const value = this.#foundation.value(mode);
    const display = value.kind === "opaque" && this.displays.find(({ pixels }) => pixels === value.about);
    if (!display) throw new Error("It is no mode of a display.");
    return display.pixels;
  }
}

function giveIds(displays: readonly FakeDisplay[], ids: Uint8Array | null, count: Uint8Array | null): number {
  for (const [index, { id }] of displays.entries()) viewOf(ids).setUint32(index * 4, id, true);
  viewOf(count).setUint32(0, displays.length, true);
  return 0;
}

function isEvent(value: unknown): value is FakeEvent {
  return typeof value === "object" && value !== null && "fields" in value;
}
