import { join } from "node:path";
import { compile } from "../../../.ci/build/compile.ts";
import { targets } from "../../../.ci/build/targets.ts";
import type { Child } from "../child.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import type { WineDesk } from "./wine-desk.ts";

/** A program of the tests that runs on Windows; see serve-commands.ts. */
export interface CommandProgram<Command> extends AsyncDisposable {
  /** Does what it is told and gives its answer. Throws with the program's own words where that fails. */
  command(command: Command): Promise<unknown>;
  /** To be called when it has been told to end. */
  restart(): Promise<void>;
  /** Stops it from answering anybody until `resume`. */
  pause(): void;
  resume(): void;
}

/** @param sources its file and those of its threads, in `test/support/wine` unless they are paths */
export async function openCommandProgram<Command extends object>(
  desk: WineDesk,
  sources: readonly [string, ...string[]],
): Promise<CommandProgram<Command>> {
  await using resources = new AsyncDisposableStack();
  const folder = resources.use(await temporaryFolder());
  const file = join(folder.path, `${sources[0]}.exe`);
  const paths = sources.map((source) =>
    source.includes("/") ? source : join("test/support/wine", `${source}.ts`),
  );
  await compile(paths, file, { target: targets["windows-x64"] });
  let program = resources.use(await start(desk, file));
  const owned = resources.move();
  return {
    async command(command) {
      const asked = fetch(program.url, { method: "POST", body: JSON.stringify(command) });
      const answer = await Promise.race([asked, program.child.untilItDies()]);
      if (!answer.ok) throw new Error(await answer.text());
      return answer.json();
    },
    async restart() {
      await program.child.exited;
      program = owned.use(await start(desk, file));
    },
    pause: () => void process.kill(program.child.pid, "SIGSTOP"),
    resume: () => void process.kill(program.child.pid, "SIGCONT"),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

async function start(
  desk: WineDesk,
  file: string,
): Promise<AsyncDisposable & { readonly child: Child; readonly url: string }> {
  const port = Promise.withResolvers<string>();
  const child = desk.start([file], port.resolve);
  const url = `http://127.0.0.1:${(await Promise.race([port.promise, child.untilItDies()])).trim()}/`;
  return { child, url, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() };
}
