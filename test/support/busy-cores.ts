import { availableParallelism } from "node:os";
import { startChild } from "./child.ts";
import { programEnvironment } from "./program-environment.ts";

/** Keeps every core busy until disposal. */
export function keepCoresBusy(): AsyncDisposable {
  const resources = new AsyncDisposableStack();
  for (let core = 0; core < availableParallelism(); core += 1) {
    resources.use(
      startChild(["sh", "-c", "while :; do :; done"], { env: programEnvironment("/nonexistent") }),
    );
  }
  return resources;
}
