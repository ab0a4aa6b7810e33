/** How long a test waits for something that should happen at once, on a loaded machine. */
const defaultDeadlineMs = 30_000;
const pollIntervalMs = 10;

export interface WaitOptions {
  readonly deadlineMs?: number;
  /** More about the state of things, for the message of a wait that failed. */
  readonly explain?: () => string;
}

/**
 * Waits until a condition gives a value other than `undefined` and `false`, and returns that value.
 * Throws with `what` when the deadline passes.
 */
export async function waitFor<Value>(
  what: string,
  condition: () => Value | undefined | false | Promise<Value | undefined | false>,
  { deadlineMs = defaultDeadlineMs, explain }: WaitOptions = {},
): Promise<Value> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const value = await condition();
    if (value !== undefined && value !== false) return value;
    if (performance.now() > end) {
      throw new Error(`Waited ${deadlineMs} ms in vain for ${what}.${explain ? ` ${explain()}` : ""}`);
    }
    await Bun.sleep(pollIntervalMs);
  }
}
