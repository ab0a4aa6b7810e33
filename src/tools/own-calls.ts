import { type Clock, within } from "../core/clock.ts";
import { GuiAgentError } from "../core/errors.ts";
import type { Operator } from "./operator.ts";
import type { AnyOutcome, CallOutcome } from "./output.ts";
import type { SessionState } from "./session-state.ts";

export type OwnCall = (
  session: SessionState,
  tool: string,
  input: Record<string, unknown>,
  signal: AbortSignal,
) => Promise<AnyOutcome>;

/**
 * The calls that one task makes while it has the desktop. Disposal cancels those that run and waits until
 * they have let go of the desktop; calls that are made later fail, as it may be somebody else's then.
 */
export class OwnCalls implements AsyncDisposable {
  readonly #over = new AbortController();
  readonly #running = new Set<Promise<AnyOutcome>>();
  readonly #call: OwnCall;
  readonly #clock: Clock;
  readonly #longestWaitMs: number;

  /** @param longestWaitMs a call that does not end by then must not keep others from the desktop */
  constructor(call: OwnCall, clock: Clock, longestWaitMs: number) {
    this.#call = call;
    this.#clock = clock;
    this.#longestWaitMs = longestWaitMs;
  }

  /** @param session what the task remembers between its calls */
  operatorFor(session: SessionState): Operator {
    return {
      call: async (tool, input, signal) => {
        const either = AbortSignal.any([signal, this.#over.signal]);
        const call = this.#call(session, tool, input, either);
        this.#running.add(call);
        try {
          return ownOutcome(await call);
        } finally {
          this.#running.delete(call);
        }
      },
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    await within(this.#clock, this.#longestWaitMs, Promise.all(this.#running));
  }
}

/** The dispatcher lets no task begin another. */
function ownOutcome(outcome: AnyOutcome): CallOutcome {
  if (outcome.kind !== "task") return outcome;
  return { kind: "error", error: new GuiAgentError("internal", "A task was carried out within another.") };
}
