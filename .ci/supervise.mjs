import { spawn } from "node:child_process";
import { BootstrapError, childEnvironment, projectRoot } from "./output.mjs";

const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Runs a program to its end and hands on the signals that we get, so that nothing outlives us.
 * Resolves to its exit code, or to the signal that ended it.
 */
export function supervise(program, args, stdio) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio, cwd: projectRoot, env: childEnvironment() });
    const forward = (signal) => child.kill(signal);
    for (const signal of forwardedSignals) process.on(signal, forward);
    child.on("error", (error) =>
      reject(new BootstrapError(`${program} could not be started: ${error.message}`)),
    );
    child.on("exit", (code, signal) => {
      for (const name of forwardedSignals) process.off(name, forward);
      resolve({ code, signal });
    });
  });
}
