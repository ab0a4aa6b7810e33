import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { childEnvironment, findProgram } from "#runtime";

/** In milliseconds. The programs that are asked answer within 20. */
const answerWithin = 500;

/**
 * What a program that ends at once prints; undefined where it is not installed, fails, or takes too long.
 * @param changes to its environment
 */
export async function shortAnswer(
  [name, ...parameters]: readonly [string, ...string[]],
  changes: Readonly<Record<string, string>> = {},
): Promise<string | undefined> {
  const program = findProgram(name);
  if (program === undefined) return undefined;
  try {
    const { stdout } = await promisify(execFile)(program, parameters, {
      env: childEnvironment(changes),
      timeout: answerWithin,
      killSignal: "SIGKILL",
    });
    return stdout.trim();
  } catch {
    return undefined;
  }
}
