import type { Clock } from "../core/clock.ts";
import type { GlobalPoint } from "../core/geometry.ts";
import type { DisplayService } from "../desktop/displays.ts";
import type { ImageSearch } from "../desktop/image-search.ts";
import type { Input } from "../desktop/input.ts";
import type { Clipboard, Desktop, Pointer } from "../desktop/port.ts";
import type { TextInput } from "../desktop/text-input.ts";
import type { WindowService } from "../desktop/windows.ts";
import type { ImageCodec } from "../imaging/codec.ts";
import type { SessionState } from "./session-state.ts";

/** What a tool may see and touch while it runs. */
export interface ToolContext {
  /** To look with. What changes the desktop goes through `input`, which lets go of what it presses. */
  readonly desktop: Pick<Desktop, "capture" | "pointerImage"> & {
    readonly pointer: Pick<Pointer, "position">;
  };
  readonly clipboard: Pick<Clipboard, "read" | "writeText">;
  readonly displays: DisplayService;
  readonly input: Input;
  readonly windows: WindowService;
  readonly textInput: TextInput;
  readonly imageSearch: ImageSearch;
  readonly codec: ImageCodec;
  readonly clock: Clock;
  readonly session: SessionState;
  /** JPEG and WebP quality, 1 to 100. */
  readonly quality: number;
  /** Fires when the caller cancels or vanishes, or the process ends. */
  readonly signal: AbortSignal;
  readonly files: FileWriter;
  /** Where on the desktop the call acts, for the record; whoever resolves a point adds it. */
  readonly points: GlobalPoint[];
}

/** Where `savePath` goes. Implemented by `runtime/`. */
export interface FileWriter {
  /** Writes a new file. Throws `file_exists` rather than overwrite one, `io_failed` when it cannot be written. */
  writeNew(path: string, bytes: Uint8Array): Promise<void>;
}
