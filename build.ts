/**
 * Builds the product: `bun build.ts` compiles dist/gui-agent for this machine.
 * Everything that the binary needs is embedded; it reads no file beside itself.
 */
import type { BuildConfig, BunPlugin } from "bun";
import { thirdPartyNotices } from "./docs/licences/notices.ts";

/** The program, and the threads that it starts, which are bundles of their own within the file. */
const entrypoints = ["src/index.ts", "src/runtime/image-search-thread.ts"];
const outfile = "dist/gui-agent";
const notices = "dist/THIRD-PARTY-NOTICES.txt";

/** Rewrites of dependencies whose dynamic requires a bundler cannot follow, or whose weight we leave out. */
export function nativePlugins(): BunPlugin[] {
  return [descriptorPassing, withoutUncalled, withoutOtherProviders];
}

/**
 * The package x11 hides two requires from bundlers, and only a minifier happens to uncover them. Not
 * found in a binary, they would cost the passing of file descriptors, and with it shared memory,
 * without a word.
 */
const descriptorPassing: BunPlugin = {
  name: "x11-descriptor-passing",
  setup(build) {
    const uncover = (file: RegExp, hidden: string, plain: string): void => {
      build.onLoad({ filter: file }, async ({ path }) => {
        const source = await Bun.file(path).text();
        if (!source.includes(hidden)) throw new Error(`${path} no longer contains ${hidden}; see build.ts`);
        return { contents: source.replaceAll(hidden, plain), loader: "js" };
      });
    };
    uncover(/x11[/\\]lib[/\\]fdpass\.js$/, "nodeRequire('./fdpass-bun')", "require('./fdpass-bun')");
    uncover(/x11[/\\]lib[/\\]fdpass-bun\.js$/, "loadModule('bun:ffi')", "require('bun:ffi')");
  },
};

/**
 * Packages of which nothing is ever called. nut.js brings a native addon and an image library for
 * providers that ours replace; Gemini's library one that looks for credentials of Google Cloud.
 */
const withoutUncalled: BunPlugin = {
  name: "without-what-is-never-called",
  setup(build) {
    const namespace = "left-out";
    build.onResolve(
      { filter: /^(@nut-tree-fork\/(libnut|default-clipboard-provider)|google-auth-library)$/ },
      ({ path }) => ({ path, namespace }),
    );
    build.onResolve({ filter: /^jimp$/ }, ({ path, importer }) =>
      /[/\\]@nut-tree(-fork)?[/\\]/.test(importer) ? { path, namespace } : undefined,
    );
    build.onLoad({ filter: /./, namespace }, () => ({ contents: "module.exports = {};", loader: "js" }));
  },
};

/**
 * pi-ai brings providers whose protocols `models/` does not speak, each with its maker's library. Asked
 * for one, which nothing does, pi reports the error of the module.
 */
const withoutOtherProviders: BunPlugin = {
  name: "pi-without-other-providers",
  setup(build) {
    const others = "amazon-bedrock|azure-openai-responses|google-vertex|mistral|openai-codex-responses";
    const filter = new RegExp(`pi-ai[/\\\\]dist[/\\\\]providers[/\\\\](${others})\\.js$`);
    build.onLoad({ filter }, () => ({
      contents: "throw new Error('It is left out of this build.');",
      loader: "js",
    }));
  },
};

/** The bundle, however it is packed. */
const bundle = {
  // All in one folder: a thread is found beside the bundle that starts it, as its source is.
  naming: "[name].[ext]",
  target: "bun",
  format: "esm",
  minify: true,
  plugins: nativePlugins(),
} as const satisfies Omit<BuildConfig, "entrypoints">;

/** The files of which something is in the bundle. */
export async function bundledFiles(): Promise<readonly string[]> {
  const { metafile } = await Bun.build({ ...bundle, entrypoints, metafile: true });
  return Object.values(metafile?.outputs ?? {}).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0),
  );
}

/** Makes a program of one file, from its source and those of its threads. What of it the bundler cannot follow fails as it would in the product. */
export async function compile(entrypoints: string[], outfile: string): Promise<void> {
  const result = await Bun.build({
    ...bundle,
    entrypoints,
    compile: {
      outfile,
      // A binary must not run or read what lies in the directory that it is started from.
      autoloadDotenv: false,
      autoloadBunfig: false,
    },
    bytecode: true,
  });
  for (const message of result.logs) console.error(message);
}

async function build(): Promise<void> {
  // Bundled twice: what the notices are about is known after the first time, and they are embedded the second.
  if (!(await Bun.file(notices).exists())) await Bun.write(notices, "");
  await Bun.write(notices, await thirdPartyNotices(await bundledFiles()));
  await compile(entrypoints, outfile);
  console.log(`${outfile} ${(Bun.file(outfile).size / 1e6).toFixed(1)} MB`);
}

if (import.meta.main) await build();
