import { readFile } from "node:fs/promises";

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The processes that a living process has started and that have not ended. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8");
  return text.split(" ").filter(Boolean).map(Number);
}

/** Gives a program the processor for a moment now and then only, as a busy machine does, until it is disposed of. */
export function slowDown(pid: number): Disposable {
  const turn = setInterval(() => {
    process.kill(pid, "SIGCONT");
    setTimeout(() => process.kill(pid, "SIGSTOP"), 1);
  }, 50);
  process.kill(pid, "SIGSTOP");
  return {
    [Symbol.dispose]() {
      clearInterval(turn);
      // After the last turn's stop.
      setTimeout(() => process.kill(pid, "SIGCONT"), 20);
    },
  };
}
