import { GuiAgentError } from "./errors.ts";

/** Time, injected wherever it is needed so that there is one source of it. */
export interface Clock {
  /** Monotonic milliseconds, for measuring. */
  now(): number;
  /** Wall-clock time, for records. */
  date(): Date;
  /** Resolves after `ms`; throws `cancelled` at once when the signal fires. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/**
 * What a promise resolves with; undefined when that takes longer than `ms`. The promise goes on then.
 * Throws `cancelled` at once when the signal fires.
 */
export async function within<Value>(
  clock: Clock,
  ms: number,
  promise: Promise<Value>,
  signal?: AbortSignal,
): Promise<Value | undefined> {
  const ended = new AbortController();
  const stop = signal === undefined ? ended.signal : AbortSignal.any([signal, ended.signal]);
  try {
    return await Promise.race([promise, clock.sleep(ms, stop).then(() => undefined)]);
  } finally {
    ended.abort();
  }
}

export const systemClock: Clock = {
  now: () => performance.now(),
  date: () => new Date(),
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      const cancel = () => {
        clearTimeout(timer);
        reject(new GuiAgentError("cancelled", "The call was cancelled while it was waiting."));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener("abort", cancel);
        resolve();
      }, ms);
      if (signal?.aborted) cancel();
      else signal?.addEventListener("abort", cancel, { once: true });
    }),
};
