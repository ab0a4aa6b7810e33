import type { ErrorCode } from "../core/errors.ts";
import type { ImageAnswer, ImageQuery } from "../imaging/image-finder.ts";

/** What goes to the thread that searches. */
export interface SearchOrder {
  readonly id: number;
  readonly query: ImageQuery;
  /** Shared: anything but 0 stops the search. */
  readonly stop: Int32Array;
}

/** What comes back. */
export type SearchReport =
  | { readonly id: number; readonly answer: ImageAnswer }
  | { readonly id: number; readonly failure: SearchFailure };

/** A `GuiAgentError` in a form that threads can exchange. */
export interface SearchFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly remedy: string | undefined;
}
