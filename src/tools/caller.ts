import type { Sampler } from "../models/port.ts";

/** Who makes a call: how they hear of it, and how they say that they want no more of it. */
export interface Caller {
  /** Fires when the caller cancels or vanishes, or the process ends. */
  readonly signal: AbortSignal;
  /** Says where a long call is, in a sentence without its full stop. */
  readonly report: (message: string) => void;
  /** The caller's own model; undefined where it cannot be asked. */
  readonly sampler: Sampler | undefined;
}
