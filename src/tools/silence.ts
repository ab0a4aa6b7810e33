import type { Clock } from "../core/clock.ts";
import type { Desktop } from "../desktop/port.ts";

/** A desktop that works answers within a few milliseconds. */
const silentMs = 300;
const lookEveryMs = 100;

/**
 * Keeps a desktop that hangs from keeping who has given up: from when the signal fires until disposal, what
 * the desktop leaves without an answer fails. Without this others would wait as long as a hanging desktop
 * is waited for, which is ten times as long as a cancelled call may take.
 */
export function givingUpOnSilence(
  desktop: Pick<Desktop, "abandonIfSilent">,
  clock: Clock,
  signal: AbortSignal,
): Disposable {
  const ended = new AbortController();
  const look = async (): Promise<never> => {
    for (;;) {
      await clock.sleep(lookEveryMs, ended.signal);
      desktop.abandonIfSilent(silentMs);
    }
  };
  // Its only end is the disposal.
  const begin = () => void look().catch(() => undefined);
  if (signal.aborted) begin();
  else signal.addEventListener("abort", begin, { once: true, signal: ended.signal });
  return { [Symbol.dispose]: () => ended.abort() };
}
