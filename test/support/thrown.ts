import { GuiAgentError } from "../../src/core/errors.ts";

/** The error that a call throws or rejects with; fails when there is none or when it is not ours. */
export async function thrownBy(call: () => unknown): Promise<GuiAgentError> {
  try {
    await call();
  } catch (thrown) {
    if (thrown instanceof GuiAgentError) return thrown;
    throw thrown;
  }
  throw new Error("Nothing was thrown.");
}
