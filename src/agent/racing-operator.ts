import { GuiAgentError } from "../core/errors.ts";
import type { Operator } from "../tools/operator.ts";

/** An operator whose calls end with `cancelled` at once when the signal fires, also where a tool does not. */
export function racing(operator: Operator): Operator {
  return {
    call: async (tool, input, signal) => {
      const aborted = Promise.withResolvers<void>();
      const abort = () => aborted.resolve();
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
      try {
        const cancelled = aborted.promise.then(() => ({
          kind: "error" as const,
          error: new GuiAgentError("cancelled", `${tool} was cancelled.`),
        }));
        // In this order: what has been cancelled before is not even begun.
        return await Promise.race([
          cancelled,
          signal.aborted ? cancelled : operator.call(tool, input, signal),
        ]);
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
  };
}
