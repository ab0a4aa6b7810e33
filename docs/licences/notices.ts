/**
 * The licences of what the binary contains, for `build.ts`: people copy the file alone, so it has
 * to carry them.
 */
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Every licence here lets its code be passed on in a product under the MIT licence. */
const permissive = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

/** Texts that packages leave in the repository that they come from, or beside what they have taken in. */
const textsElsewhere: Readonly<Record<string, readonly string[]>> = {
  "@mariozechner/pi-ai": ["docs/licences/pi.txt"],
  "@mariozechner/pi-agent-core": ["docs/licences/pi.txt"],
  koffi: [
    "node_modules/koffi/vendor/node-addon-api/LICENSE.md",
    "node_modules/koffi/vendor/node-api-headers/LICENSE",
  ],
  openai: ["node_modules/openai/src/internal/qs/LICENSE.md", "node_modules/partial-json/LICENSE"],
  "@anthropic-ai/sdk": ["node_modules/partial-json/LICENSE"],
};

/** Folders in which packages keep code of others that they have taken in. */
const takenIn = /[/\\](?:_?vendor(?:ed)?|third[_-]party|internal[/\\]qs)[/\\]/;

/** What we read of a package.json; the older ones have a list of licences. */
const manifestSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  licenses: z.tuple([z.object({ type: z.string() })]).optional(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).default(""),
});

interface Notice {
  /** Name and version. */
  readonly title: string;
  readonly licence: string;
  readonly author: string;
  /** Absent when the package brings no text. */
  readonly text: string | undefined;
}

/**
 * The page with every licence.
 * @param files the files in the bundle, as the bundler names them
 */
export async function thirdPartyNotices(files: readonly string[]): Promise<string> {
  const folders = new Set(files.flatMap((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file) ?? []));
  const notices = await Promise.all([...folders].sort(byName).map(readNotice));
  for (const file of files) assertAttributed(file);
  const chapters = notices.map((notice) => chapter(notice, notice.text ?? sharedText(notice, notices)));
  return [
    await read("LICENSE"),
    ...chapters,
    await runtimeChapter(),
    await read("docs/licences/LGPL-2.1.txt"),
  ].join("\n\n");
}

async function readNotice(folder: string): Promise<Notice> {
  const manifest = manifestSchema.parse(await Bun.file(join(folder, "package.json")).json());
  const { author } = manifest;
  const title = `${manifest.name} ${manifest.version}`;
  const licence = manifest.license ?? manifest.licenses?.[0].type ?? "none";
  if (!permissive.includes(licence)) {
    throw new Error(
      `${title} is under the licence ${licence}, which is not one of ${permissive.join(", ")}.`,
    );
  }
  const names = (await readdir(folder)).filter((name) =>
    /^(?:licen[cs]e|notice)(?:\.md|\.txt)?$/i.test(name),
  );
  const paths = [
    ...names.sort(byName).map((name) => join(folder, name)),
    ...(textsElsewhere[manifest.name] ?? []),
  ];
  const texts = await Promise.all(paths.map(read));
  return { title, licence, author, text: texts.length === 0 ? undefined : texts.join("\n\n") };
}

/** Throws for code that a package has taken in from another whose licence nobody has looked for. */
function assertAttributed(file: string): void {
  if (!takenIn.test(file)) return;
  const name = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file;
  if (textsElsewhere[name] !== undefined) return;
  throw new Error(`${file} comes from another package. Name the text of its licence in textsElsewhere.`);
}

/** Packages of one workspace may leave the text to another. Only Apache's has no names in it, so it fits both. */
function sharedText({ title, licence }: Notice, notices: readonly Notice[]): string {
  const others = licence === "Apache-2.0" ? notices.filter((other) => other.licence === licence) : [];
  const text = others.find((other) => other.text !== undefined)?.text;
  if (text === undefined) throw new Error(`${title} brings no text of its licence, ${licence}.`);
  return text;
}

function chapter({ title, licence, author }: Notice, text: string): string {
  const by = author === "" ? "" : `, by ${author}`;
  return `${heading(`${title} (${licence})${by}`)}\n\n${text}`;
}

/** Bun's own page names what is linked into it; a part of that is under the LGPL. */
async function runtimeChapter(): Promise<string> {
  const page = await read("node_modules/bun-types/docs/project/license.mdx");
  return `${heading(`Bun ${Bun.version}, the runtime in this file`)}

This file is the unchanged Bun ${Bun.version} with gui-agent's bundle appended to it. Bun contains JavaScriptCore and
tinycc, which are under the GNU LGPL (its text is at the end). To run gui-agent with changed versions of them,
build Bun with them as described below, and build gui-agent from its sources with that Bun: bun build.ts.

${page.replace(/^---\n.*?\n---\n/s, "").trim()}`;
}

/** Not by the machine's language: the page must come out the same everywhere. */
function byName(one: string, other: string): number {
  return one < other ? -1 : 1;
}

function heading(title: string): string {
  return `${"=".repeat(80)}\n${title}\n${"=".repeat(80)}`;
}

async function read(path: string): Promise<string> {
  return (await Bun.file(path).text()).trim();
}
