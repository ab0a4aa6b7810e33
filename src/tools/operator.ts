import type { CallOutcome } from "./output.ts";

/** The corridor for a task, which has the desktop already: validate → policy → run → audit. */
export interface Operator {
  /** Never rejects: whatever goes wrong is an outcome. */
  call(tool: string, input: Record<string, unknown>, signal: AbortSignal): Promise<CallOutcome>;
}
