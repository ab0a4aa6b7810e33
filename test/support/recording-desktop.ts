import { GuiAgentError } from "../../src/core/errors.ts";
import { type GlobalPoint, globalPoint } from "../../src/core/geometry.ts";
import type {
  Clipboard,
  Desktop,
  Display,
  Keyboard,
  Permission,
  Pointer,
  PointerImage,
  Windows,
} from "../../src/desktop/port.ts";
import type { Frame } from "../../src/imaging/frame.ts";

const onlyDisplay: Display = {
  index: 0,
  name: "ONLY",
  isPrimary: true,
  x: 0,
  y: 0,
  width: 800,
  height: 600,
  physicalWidth: 800,
  physicalHeight: 600,
  scaleFactor: 1,
};

/** A desktop that does nothing but write down what it is told, for tests whose time is not real. */
export class RecordingDesktop implements Desktop {
  readonly platform = "x11";
  readonly isPrivate = false;
  #loss = new AbortController();
  /** The displays that there are now. */
  plugged: readonly Display[];
  /** What happened, such as `press left` or `move 1,2`. */
  readonly events: string[] = [];
  #position: GlobalPoint = globalPoint(0, 0);

  readonly pointer: Pointer = {
    position: async () => this.#position,
    moveTo: async (point) => {
      this.#position = point;
      this.events.push(`move ${point.x},${point.y}`);
    },
    press: async (button) => void this.events.push(`press ${button}`),
    release: async (button) => void this.events.push(`release ${button}`),
    scroll: async (deltaX, deltaY) => void this.events.push(`scroll ${deltaX},${deltaY}`),
  };

  readonly keyboard: Keyboard = {
    typesAnyCharacter: false,
    hasInputMethod: async () => false,
    press: async (key) => void this.events.push(`press ${key}`),
    release: async (key) => void this.events.push(`release ${key}`),
    sameKeyAs: async () => [],
    type: async (text) => void this.events.push(`type ${text}`),
  };

  readonly clipboard: Clipboard = {
    read: async () => ({ text: undefined, formats: [] }),
    writeText: async (text) => void this.events.push(`copy ${text}`),
    lend: async (text) => {
      this.events.push(`lend ${text}`);
      return {
        pasteKeys: [],
        taken: async () => "taken",
        [Symbol.asyncDispose]: async () => void this.events.push("restore"),
      };
    },
  };

  readonly windows: Windows = {
    list: async () => [],
    activate: async (id) => void this.events.push(`activate ${id}`),
    hasKeyboard: async () => true,
  };

  constructor(plugged: readonly Display[] = [onlyDisplay]) {
    this.plugged = plugged;
  }

  get lost(): AbortSignal {
    return this.#loss.signal;
  }

  /** As when an X server dies and comes back. */
  lose(): void {
    const loss = this.#loss;
    this.#loss = new AbortController();
    loss.abort(new GuiAgentError("display_unavailable", "This desktop was lost."));
  }

  session(): Readonly<Record<string, string>> {
    return {};
  }

  async displays(): Promise<readonly Display[]> {
    return this.plugged;
  }

  async capture(): Promise<Frame> {
    throw new Error("This desktop has no picture.");
  }

  async pointerImage(): Promise<PointerImage> {
    throw new Error("This desktop has no picture.");
  }

  async permissions(): Promise<readonly Permission[]> {
    return [];
  }

  async claim(): Promise<Disposable> {
    return new DisposableStack();
  }

  async assertReady(): Promise<void> {}

  doubleClickMs(): number {
    return 500;
  }

  abandonIfSilent(): void {}

  async [Symbol.asyncDispose](): Promise<void> {}
}
