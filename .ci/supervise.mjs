import { spawn } from "node:child_process";
import { BootstrapError, childEnvironment, projectRoot } from "./output.mjs";

const forwardedSignals = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Time for a program to act on the Ctrl+C that the terminal sent to it as well as to us. */
const terminalGraceMs = 3_000;
const parentCheckMs = 500;

/**
 * Runs a program to its end and hands on the signals that we get, so that nothing outlives us.
 * Resolves to its exit code, or to the signal that ended it.
 */
export function supervise(program, args, stdio) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio, cwd: projectRoot, env: childEnvironment() });
    const forward = (signal) => {
      // Asked twice, a program stops without cleaning up.
      const delay = signal === "SIGINT" && process.stdin.isTTY ? terminalGraceMs : 0;
      setTimeout(() => child.kill(signal), delay).unref();
    };
    for (const signal of forwardedSignals) process.on(signal, forward);
    const stopWatching = onParentExit(() => forward("SIGTERM"));
    child.on("error", (error) =>
      reject(new BootstrapError(`${program} could not be started: ${error.message}`)),
    );
    child.on("exit", (code, signal) => {
      stopWatching();
      for (const name of forwardedSignals) process.off(name, forward);
      resolve({ code, signal });
    });
  });
}

/** npm hands signals to the shell between it and us, which dies of them without passing them on. */
function onParentExit(react) {
  if (process.env.npm_lifecycle_event === undefined) return () => undefined;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    react();
  }, parentCheckMs);
  return () => clearInterval(timer);
}
