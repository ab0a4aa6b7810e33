import type { ErrorCode } from "../../../core/errors.ts";
import type { Key } from "../../../core/keys.ts";
import type { ClipboardContents, PasteOutcome } from "../../port.ts";

/** What the thread of the clipboard is to do. There is one loan at a time. */
export type ClipboardOrder =
  | { readonly do: "read" }
  | { readonly do: "writeText"; readonly text: string; readonly isSecret: boolean }
  | { readonly do: "lend"; readonly text: string }
  | { readonly do: "awaitPaste"; readonly timeoutMs: number }
  | { readonly do: "putBack" }
  /** Nothing depends on the thread afterwards. */
  | { readonly do: "settle" };

/** What came of it. */
export type ClipboardResult =
  | { readonly did: "read"; readonly contents: ClipboardContents }
  | { readonly did: "lend"; readonly pasteKeys: readonly Key[] }
  | { readonly did: "awaitPaste"; readonly outcome: PasteOutcome }
  | { readonly did: "writeText" | "putBack" | "settle" };

export type ToClipboardThread =
  | { readonly id: number; readonly order: ClipboardOrder }
  /** Nobody waits for that any more. */
  | { readonly cancelled: number };

export interface FromClipboardThread {
  readonly id: number;
  readonly result:
    | ClipboardResult
    | { readonly did: "fail"; readonly code: ErrorCode; readonly message: string; readonly remedy?: string };
}
