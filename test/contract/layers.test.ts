import { describe, expect, test } from "bun:test";
import { findCycle, type Import, importsOf } from "../support/imports.ts";
import { parseFiles, parseFolder } from "../support/source-files.ts";

interface Layer {
  /** Folders of `src` whose files it may import, beside its own. */
  readonly folders: readonly string[];
  /** Packages and modules of the runtime, each with what lies in it. `node:` means all of Node. */
  readonly packages: readonly string[];
}

/**
 * The architecture: what each folder of `src` may import. `program` is the files right in `src`, which
 * put everything together. A folder within a folder belongs to it unless it stands here itself, as a
 * single file may: what its folder lets others see.
 * The first four are pure: they could run anywhere.
 */
const layers: Readonly<Record<string, Layer>> = {
  core: { folders: [], packages: [] },
  coordinates: { folders: ["core"], packages: [] },
  imaging: { folders: ["core"], packages: [] },
  safety: { folders: ["core"], packages: [] },
  runtime: { folders: ["imaging", "core"], packages: ["node:"] },
  desktop: { folders: ["coordinates", "imaging", "core"], packages: ["#runtime", "@nut-tree/nut-js"] },
  "desktop/x11": {
    folders: ["desktop", "imaging", "core"],
    packages: ["#runtime", "@nut-tree/nut-js", "node:", "x11"],
  },
  "desktop/win32": {
    folders: ["desktop", "desktop/native", "imaging", "core"],
    packages: ["#runtime", "@nut-tree/nut-js", "node:"],
  },
  "desktop/darwin": {
    folders: ["desktop", "desktop/native", "coordinates", "imaging", "core"],
    packages: ["#runtime", "@nut-tree/nut-js", "node:"],
  },
  "desktop/native": { folders: ["core"], packages: ["koffi"] },
  tools: {
    folders: ["models/port", "desktop", "coordinates", "imaging", "safety", "core"],
    packages: ["zod"],
  },
  "models/port": { folders: ["models", "coordinates", "core"], packages: ["@mariozechner/pi-agent-core"] },
  models: {
    folders: ["models/port", "coordinates", "core"],
    packages: ["#runtime", "@mariozechner/pi-agent-core", "node:async_hooks", "zod"],
  },
  agent: {
    folders: ["agent/dialects", "models", "models/port", "tools", "imaging", "coordinates", "safety", "core"],
    packages: ["@mariozechner/pi-agent-core", "zod"],
  },
  "agent/dialects": { folders: ["coordinates", "core"], packages: ["zod"] },
  config: { folders: ["models", "coordinates", "core"], packages: ["#runtime", "citty", "zod"] },
  mcp: {
    folders: ["tools", "models/port", "desktop", "safety", "core"],
    packages: ["@modelcontextprotocol/sdk", "node:", "zod"],
  },
  http: { folders: ["core"], packages: ["@modelcontextprotocol/sdk", "bun", "node:"] },
  program: {
    folders: [
      "agent",
      "mcp",
      "http",
      "config",
      "models",
      "models/port",
      "tools",
      "desktop",
      "coordinates",
      "safety",
      "core",
    ],
    packages: ["#runtime", "consola", "node:"],
  },
};

/** Single files that may do more: the choice of the operating system, what the build embeds, and the one user of a package. */
const exceptions: Readonly<Record<string, readonly string[]>> = {
  "desktop/select.ts": [
    "desktop/x11/open.ts",
    "desktop/x11/clipboard/keeper.ts",
    "desktop/win32/open.ts",
    "desktop/darwin/open.ts",
  ],
  "index.ts": ["../package.json"],
  "models/pi.ts": ["@mariozechner/pi-ai"],
  "licences.ts": ["../dist/THIRD-PARTY-NOTICES.txt"],
};

/** The layer that a file belongs to: the innermost one that names it or a folder around it. */
function layerOf(path: string): string {
  if (!path.includes("/")) return "program";
  const around = Object.keys(layers).filter((name) => path === `${name}.ts` || path.startsWith(`${name}/`));
  const [innermost = "none"] = around.sort((one, other) => other.length - one.length);
  return innermost;
}

function isAllowed({ from, target }: Import, files: ReadonlySet<string>): boolean {
  if (exceptions[from]?.includes(target)) return true;
  const layer = layers[layerOf(from)];
  if (layer === undefined) return false;
  if (files.has(target)) return layerOf(target) === layerOf(from) || layer.folders.includes(layerOf(target));
  return layer.packages.some((name) =>
    name.endsWith(":") ? target.startsWith(name) : target === name || target.startsWith(`${name}/`),
  );
}

/** The imports that the table does not allow, as `file:line → target`. */
function violations(imports: readonly Import[], files: ReadonlySet<string>): readonly string[] {
  return imports.filter((each) => !isAllowed(each, files)).map(({ place, target }) => `${place} → ${target}`);
}

const sources = await parseFolder("src");
const paths = new Set(sources.map(({ path }) => path));
const imports = sources.flatMap(importsOf);

test("every file of src belongs to a layer, and every layer has files", () => {
  const used = new Set(sources.map(({ path }) => layerOf(path)));
  expect(used).toEqual(new Set(Object.keys(layers)));
});

test("no file imports what its layer may not", () => {
  expect(violations(imports, paths)).toEqual([]);
});

test("no exception is left over", () => {
  const used = Object.entries(exceptions).flatMap(([from, targets]) =>
    targets.filter((target) => imports.some((each) => each.from === from && each.target === target)),
  );
  expect(used).toEqual(Object.values(exceptions).flat());
});

test("no imports go in a circle", () => {
  expect(findCycle(imports)).toBeUndefined();
});

describe("the check itself", () => {
  /** What it says of one more file among those that there are. */
  async function verdict(path: string, text: string): Promise<readonly string[]> {
    const [file] = await parseFiles(new Map([[path, text]]));
    if (file === undefined) throw new Error(`${path} was not parsed.`);
    return violations(importsOf(file), paths);
  }

  test.each([
    ["core/probe.ts", 'import type { Log } from "../log.ts";'],
    ["core/probe.ts", 'import { z } from "zod";'],
    ["core/probe.ts", 'import { join } from "node:path";'],
    ["coordinates/probe.ts", 'import { imageCodec } from "#runtime";'],
    ["imaging/probe.ts", 'import { redact } from "../safety/redact.ts";'],
    ["safety/probe.ts", 'export { tools } from "../tools/registry.ts";'],
    ["desktop/probe.ts", 'import { tools } from "../tools/registry.ts";'],
    ["desktop/probe.ts", 'import { startHttpServer } from "../http/app.ts";'],
    ["desktop/probe.ts", 'import type { Config } from "../config/options.ts";'],
    ["desktop/probe.ts", 'const open = () => import("./x11/open.ts");'],
    ["tools/probe.ts", 'type Desktop = import("../desktop/x11/desktop.ts").X;'],
    ["tools/probe.ts", 'import { textOf } from "../models/reply-text.ts";'],
    ["mcp/probe.ts", 'import type { ModelEndpoint } from "../models/endpoint.ts";'],
    ["probe.ts", 'import { openX11Desktop } from "./desktop/x11/open.ts";'],
    ["http/probe.ts", 'import { createApp } from "../compose.ts";'],
    ["http/probe.ts", 'export * from "../mcp/server.ts";'],
    ["mcp/probe.ts", 'import { startHttpServer } from "../http/app.ts";'],
    ["config/probe.ts", 'import "../tools/registry.ts";'],
    ["runtime/probe.ts", 'import { Input } from "../desktop/input.ts";'],
    ["runtime/probe.ts", 'const zod = require("zod");'],
    ["desktop/x11/probe.ts", 'import { z } from "zod";'],
    ["elsewhere/probe.ts", 'import { clamp } from "../core/geometry.ts";'],
    ["core/probe.ts", 'import data from "../../package.json";'],
  ])("in %s it refuses %s", async (path, text) => {
    expect(await verdict(path, text)).toHaveLength(1);
  });

  test.each([
    ["core/probe.ts", 'import { clamp } from "./geometry.ts";'],
    ["tools/probe.ts", 'import { z } from "zod"; import type { Frame } from "../imaging/frame.ts";'],
    ["tools/probe.ts", 'import type { Sampler } from "../models/port.ts";'],
    ["desktop/x11/keyboard/probe.ts", 'import type { Display } from "../../port.ts";'],
    ["probe.ts", 'const load = () => import("./mcp/server.ts");'],
    ["core/probe.ts", '// import "../log.ts"\nexport const text = `import "zod"`;'],
  ])("in %s it accepts %s", async (path, text) => {
    expect(await verdict(path, text)).toEqual([]);
  });

  test("a path that is put together at run time is refused", async () => {
    const [file] = await parseFiles(new Map([["core/probe.ts", "import(name);"]]));
    expect(() => file && importsOf(file)).toThrow("core/probe.ts:1");
  });

  test("a circle is found, also one of types", async () => {
    const files = await parseFiles(
      new Map([
        ["a.ts", 'import "./b.ts";'],
        ["b.ts", 'export * from "./c/c.ts";'],
        ["c/c.ts", 'import type { B } from "../b.ts";'],
      ]),
    );
    expect(findCycle(files.flatMap(importsOf))).toEqual(["b.ts", "c/c.ts", "b.ts"]);
  });
});
