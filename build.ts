/**
 * Builds the product: `bun build.ts` compiles dist/gui-agent for this machine.
 * Everything that the binary needs is embedded; it reads no file beside itself.
 */
import type { BunPlugin } from "bun";
import packageJson from "./package.json" with { type: "json" };

const entrypoint = "src/index.ts";
const outfile = "dist/gui-agent";

/** Rewrites of dependencies whose dynamic requires a bundler cannot follow, or whose weight we leave out. */
export function nativePlugins(): BunPlugin[] {
  return [];
}

async function build(): Promise<void> {
  const result = await Bun.build({
    entrypoints: [entrypoint],
    compile: {
      outfile,
      // A binary must not run or read what lies in the directory that it is started from (G3).
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
    format: "esm",
    minify: true,
    bytecode: true,
    define: { "globalThis.__GUI_AGENT_VERSION__": JSON.stringify(packageJson.version) },
    plugins: nativePlugins(),
  });
  for (const message of result.logs) console.error(message);
  console.log(`${outfile} ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB`);
}

if (import.meta.main) await build();
