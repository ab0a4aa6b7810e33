import type { BuildConfig } from "bun";
import { signAdHoc } from "./mach-o-signature.ts";
import { plugins } from "./plugins.ts";
import { hostTarget, type Target, targets } from "./targets.ts";

/** The program, and the threads that it starts, which are bundles of their own within the file. */
export function entrypoints({ platform }: Target): string[] {
  const threads = ["src/runtime/image-search-thread.ts"];
  if (platform === "win32") threads.push("src/desktop/win32/clipboard/clipboard-thread.ts");
  return ["src/index.ts", ...threads];
}

/** The bundle, however it is packed. */
function bundle(target: Target, notices: string): Omit<BuildConfig, "entrypoints"> {
  return {
    // All in one folder: a thread is found beside the bundle that starts it, as its source is.
    naming: "[name].[ext]",
    target: "bun",
    format: "esm",
    minify: true,
    // What is for other systems is then left out.
    define: {
      "process.platform": JSON.stringify(target.platform),
      "process.arch": JSON.stringify(target.architecture),
    },
    plugins: plugins(target, notices),
  };
}

/** The files of which something is in the bundle, such as `node_modules/zod/index.js`. */
export async function bundledFiles(target: Target = targets[hostTarget()]): Promise<readonly string[]> {
  const { metafile } = await Bun.build({
    ...bundle(target, ""),
    entrypoints: entrypoints(target),
    metafile: true,
  });
  const files = Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
  // Built on Windows, no package would be found among them, and none of its licences be in the notices.
  return files.map((file) => file.replaceAll("\\", "/"));
}

export interface CompileOptions {
  /** Other than this machine. */
  readonly target?: Target;
  /** What the program is to say about licences. */
  readonly notices?: string;
}

/**
 * Makes a program of one file, from its source and those of its threads. What of it the bundler cannot
 * follow fails as it would in the product.
 */
export async function compile(
  entrypoints: string[],
  outfile: string,
  { target = targets[hostTarget()], notices = "" }: CompileOptions = {},
): Promise<void> {
  const result = await Bun.build({
    ...bundle(target, notices),
    entrypoints,
    compile: {
      target: target.compileTarget,
      outfile,
      // A binary must not run or read what lies in the directory that it is started from.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
    bytecode: true,
  });
  for (const message of result.logs) console.error(message);
  if (target.platform === "darwin")
    await Bun.write(outfile, signAdHoc(await Bun.file(outfile).bytes(), "gui-agent"));
}
