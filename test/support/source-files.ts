import type { Node, SourceFile } from "typescript/unstable/ast";
import { API } from "typescript/unstable/async";
import { createVirtualFileSystem } from "typescript/unstable/fs";

/** A TypeScript file, parsed by the compiler itself, so that nothing about it is guessed. */
export interface ParsedFile {
  /** From the top of the folder that was parsed, such as `core/errors.ts`. */
  readonly path: string;
  readonly root: SourceFile;
}

/** Parses files that are given by their path. None of what they import is looked for. */
export async function parseFiles(files: ReadonlyMap<string, string>): Promise<readonly ParsedFile[]> {
  const at = (path: string) => `/parsed/${path}`;
  const config = {
    compilerOptions: { noLib: true, noResolve: true, types: [], allowImportingTsExtensions: true },
    files: [...files.keys()],
  };
  const api = new API({
    fs: createVirtualFileSystem({
      ...Object.fromEntries([...files].map(([path, text]) => [at(path), text])),
      [at("tsconfig.json")]: JSON.stringify(config),
    }),
  });
  try {
    const snapshot = await api.updateSnapshot({ openProjects: [at("tsconfig.json")] });
    const [project] = await snapshot.getProjects();
    return await Promise.all(
      [...files.keys()].map(async (path) => {
        const root = await project?.program.getSourceFile(at(path));
        if (root === undefined) throw new Error(`${path} was not parsed.`);
        return { path, root };
      }),
    );
  } finally {
    await api.close();
  }
}

/** Every TypeScript file below a folder of the project, parsed. */
export async function parseFolder(folder: string): Promise<readonly ParsedFile[]> {
  const paths = [...new Bun.Glob("**/*.ts").scanSync(folder)];
  const texts = await Promise.all(paths.map((path) => Bun.file(`${folder}/${path}`).text()));
  return parseFiles(new Map(paths.map((path, index) => [path, texts[index] ?? ""])));
}

/** A node and everything below it. */
export function* nodesOf(node: Node): Generator<Node> {
  yield node;
  const children: Node[] = [];
  node.forEachChild((child) => {
    children.push(child);
  });
  for (const child of children) yield* nodesOf(child);
}

/** Where a node stands, for people. */
export function placeOf({ path, root }: ParsedFile, node: Node): string {
  const line = root.text.slice(0, node.getStart(root)).split("\n").length;
  return `${path}:${line}`;
}
