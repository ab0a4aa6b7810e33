import { join } from "node:path";
import { startChild } from "../support/child.ts";
import { programEnvironment } from "../support/program-environment.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { waitFor } from "../support/wait-for.ts";

export interface Floor extends AsyncDisposable {
  /** A compiled program that does nothing. */
  readonly program: string;
  readonly env: Record<string, string>;
  /** One HTTP request with a small JSON body to a bare server in a process of its own. */
  request(): Promise<void>;
}

/** Compiles `floor-program.ts` as build.ts compiles the product, and starts its server. */
export async function startFloor(): Promise<Floor> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const program = join(folder.path, "floor");
  await Bun.build({
    entrypoints: [join(import.meta.dir, "floor-program.ts")],
    compile: { outfile: program, autoloadDotenv: false, autoloadBunfig: false },
    format: "esm",
    minify: true,
    bytecode: true,
  });
  const env = programEnvironment(folder.path);
  const server = resources.use(startChild([program, "serve"], { env }));
  const url = await Promise.race([
    waitFor("the bare server", () => /^http.*(?=\n)/.exec(server.stdout())?.[0]),
    server.untilItDies(),
  ]);
  const body = JSON.stringify({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "nothing", arguments: {} },
  });
  const owned = resources.move();
  return {
    program,
    env,
    async request() {
      const response = await fetch(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/json" },
      });
      await response.text();
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}
