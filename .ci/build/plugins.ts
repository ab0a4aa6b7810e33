import { resolve } from "node:path";
import type { BunPlugin } from "bun";
import { koffiAddon } from "./addon.ts";
import type { Target } from "./targets.ts";

/**
 * Rewrites of dependencies whose dynamic requires a bundler cannot follow, or whose weight we leave out.
 * @param notices what the product is to say about licences
 */
export function plugins(target: Target, notices: string): BunPlugin[] {
  return [
    descriptorPassing,
    embeddedAddon(target),
    withoutUncalled,
    withoutOtherProviders,
    licenceNotices(notices),
  ];
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
        if (!source.includes(hidden)) throw new Error(`${path} no longer contains ${hidden}; see ${here}`);
        return { contents: source.replaceAll(hidden, plain), loader: "js" };
      });
    };
    uncover(/x11[/\\]lib[/\\]fdpass\.js$/, "nodeRequire('./fdpass-bun')", "require('./fdpass-bun')");
    uncover(/x11[/\\]lib[/\\]fdpass-bun\.js$/, "loadModule('bun:ffi')", "require('bun:ffi')");
  },
};

/** koffi looks for its addon in folders beside it, of which a file that is alone has none. */
function embeddedAddon(target: Target): BunPlugin {
  return {
    name: "koffi-embedded-addon",
    setup(build) {
      build.onLoad({ filter: /koffi[/\\]src[/\\]koffi[/\\]src[/\\]static\.js$/ }, async () => {
        const addon = await koffiAddon(target);
        const digest = new Bun.CryptoHasher("sha256").update(await Bun.file(addon).bytes()).digest("hex");
        const name = `koffi-${digest.slice(0, 16)}.node`;
        const contents = `
          import addon from ${JSON.stringify(addon)} with { type: "file" };
          import { loadAddon } from ${JSON.stringify(resolve("src/runtime/native-addon.ts"))};
          export const loadStatic = () => loadAddon(${JSON.stringify(name)}, addon);`;
        return { contents, loader: "js" };
      });
    },
  };
}

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

/** Each target contains other packages, so their page is not the file that is imported but made for it. */
function licenceNotices(contents: string): BunPlugin {
  return {
    name: "licence-notices",
    setup(build) {
      const namespace = "licence-notices";
      build.onResolve({ filter: /[/\\]THIRD-PARTY-NOTICES\.txt$/ }, ({ path }) => ({ path, namespace }));
      build.onLoad({ filter: /./, namespace }, () => ({ contents, loader: "text" }));
    },
  };
}

const here = import.meta.file;
