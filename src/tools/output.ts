import type { GuiAgentError } from "../core/errors.ts";
import type { Frame } from "../imaging/frame.ts";

/** A picture with its metadata, as callers get it. */
export interface ShownImage {
  readonly bytes: Uint8Array;
  readonly mimeType: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The same of tools that show something. */
export interface ImageOutput extends ShownImage {
  /** What was captured, before it was made smaller: up to 33 MB. For comparisons within the program. */
  readonly frame: Frame;
}

export type ToolOutput =
  | {
      readonly kind: "data";
      readonly data: Record<string, unknown>;
      /** What of it belongs in the audit log, if anything. */
      readonly recorded?: Record<string, unknown>;
    }
  | { readonly kind: "image"; readonly image: ImageOutput };

/** What a caller is told of a task, also of one that came to nothing. */
export interface TaskReport {
  readonly kind: "task";
  readonly data: Record<string, unknown>;
  readonly image: ShownImage | undefined;
  /** Why it was no success. */
  readonly error: GuiAgentError | undefined;
  /** What of it belongs in the audit log. */
  readonly recorded: Record<string, unknown>;
}

/** What came of a call. Errors are values here: nothing that a tool throws goes past the dispatcher. */
export type CallOutcome = ToolOutput | { readonly kind: "error"; readonly error: GuiAgentError };

/** The same of a call that may have been for a whole task. */
export type AnyOutcome = CallOutcome | TaskReport;
