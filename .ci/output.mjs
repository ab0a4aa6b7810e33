import { spawn } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

/** Progress goes to stderr: stdout belongs to the MCP protocol when `npm start` is used with stdio. */
export function say(line) {
  process.stderr.write(`${line}\n`);
}

/** A failure that the reader can act on; shown without a stack. */
export class BootstrapError extends Error {}

/**
 * The environment for child processes. `BUN_OPTIONS` and `BUN_BE_BUN` would change what every Bun
 * below us does, down to turning the compiled binary into a plain Bun.
 */
export function childEnvironment(additions = {}) {
  const { BUN_OPTIONS: _options, BUN_BE_BUN: _beBun, ...rest } = process.env;
  return { ...rest, ...additions };
}

/** Runs a command in the project whose output matters only when it fails: its exit code and its output. */
export function runQuietly(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: projectRoot,
      env: childEnvironment(env),
      stdio: ["ignore", "pipe", "pipe"],
      // A script on Windows, which only a shell can start.
      shell: process.platform === "win32" && command === "npx",
    });
    let output = "";
    const keep = (chunk) => {
      output += chunk;
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.on("error", (error) =>
      reject(new BootstrapError(`${command} could not be started: ${error.message}`)),
    );
    child.on("close", (code) => resolve({ code: code ?? 1, output }));
  });
}

/** Runs a step with one line of progress; throws with the step's whole output when it fails. */
export async function step(title, command, args, env) {
  say(`• ${title}`);
  const { code, output } = await runQuietly(command, args, env);
  if (code === 0) return;
  throw new BootstrapError(
    `${output.trimEnd()}\n\n${title}: failed (exit code ${code}).\nThe command was: ${[command, ...args].join(" ")}`,
  );
}
