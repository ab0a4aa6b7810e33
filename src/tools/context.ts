import type { Clock } from "../core/clock.ts";
import type { GlobalPoint } from "../core/geometry.ts";
import type { DisplayService } from "../desktop/displays.ts";
import type { ImageSearch } from "../desktop/image-search.ts";
import type { Input } from "../desktop/input.ts";
import type { Clipboard, Desktop, Pointer } from "../desktop/port.ts";
import type { TextInput } from "../desktop/text-input.ts";
import type { WindowService } from "../desktop/windows.ts";
import type { ImageCodec } from "../imaging/codec.ts";
import type { VisionModel } from "../models/port.ts";
import type { Secrets } from "../safety/secrets.ts";
import type { Caller } from "./caller.ts";
import type { SessionState } from "./session-state.ts";
import type { TaskDesk, TaskRunner } from "./tasks.ts";

/** What tools work with; the same for every call. */
export interface ToolServices {
  /** To look with. What changes the desktop goes through `input`, which lets go of what it presses. */
  readonly desktop: Pick<Desktop, "capture" | "lost" | "pointerImage"> & {
    readonly pointer: Pick<Pointer, "position">;
  };
  readonly displays: DisplayService;
  readonly input: Input;
  readonly textInput: TextInput;
  readonly clipboard: Pick<Clipboard, "read" | "writeText">;
  readonly windows: WindowService;
  readonly imageSearch: ImageSearch;
  readonly codec: ImageCodec;
  /** JPEG and WebP quality, 1 to 100. */
  readonly quality: number;
  readonly files: FileWriter;
  readonly models: ModelSource;
  readonly tasks: TaskRunner;
  readonly clock: Clock;
}

/** What a tool may see and touch while it runs. */
export interface ToolContext extends ToolServices, Caller {
  readonly session: SessionState;
  /** Where on the desktop the call acts, for the record; whoever resolves a point adds it. */
  readonly points: GlobalPoint[];
  /** What the call, and the calls that a task makes, are given as secrets. The dispatcher adds them. */
  readonly secrets: Secrets;
}

/** What a tool may see and touch that uses other tools. */
export interface TaskContext extends ToolContext, TaskDesk {}

/** Where models come from. */
export interface ModelSource {
  /**
   * The model that looks at the screen.
   * @param name another one of the same provider than the settings name
   * @throws `model_unavailable` when there is none, with the variables to set
   */
  vision(name: string | undefined, caller: Caller): Promise<VisionModel>;
}

/** Where `savePath` goes. Implemented by `runtime/`. */
export interface FileWriter {
  /** Writes a new file. Throws `file_exists` rather than overwrite one, `io_failed` when it cannot be written. */
  writeNew(path: string, bytes: Uint8Array): Promise<void>;
}
