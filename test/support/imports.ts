import { posix } from "node:path";
import type { Node } from "typescript/unstable/ast";
import { SyntaxKind } from "typescript/unstable/ast";
import {
  isCallExpression,
  isExportDeclaration,
  isExternalModuleReference,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isStringLiteral,
} from "typescript/unstable/ast/is";
import { nodesOf, type ParsedFile, placeOf } from "./source-files.ts";

export interface Import {
  /** The file and line, for people. */
  readonly place: string;
  readonly from: string;
  /** A file's path like those of the importing files, or else a package as it is written. */
  readonly target: string;
}

/** What a file imports in any way: statically, lazily, by re-exporting, or for types alone. */
export function importsOf(file: ParsedFile): readonly Import[] {
  const found: Import[] = [];
  for (const node of nodesOf(file.root)) {
    const specifier = specifierOf(node);
    if (specifier === undefined) continue;
    const place = placeOf(file, node);
    if (!isStringLiteral(specifier)) throw new Error(`${place} imports what is only known when it runs.`);
    const target = specifier.text.startsWith(".")
      ? posix.join(posix.dirname(file.path), specifier.text)
      : specifier.text;
    found.push({ place, from: file.path, target });
  }
  return found;
}

function specifierOf(node: Node): Node | undefined {
  if (isImportDeclaration(node) || isExportDeclaration(node)) return node.moduleSpecifier;
  if (isExternalModuleReference(node)) return node.expression;
  if (isImportTypeNode(node)) return isLiteralTypeNode(node.argument) ? node.argument.literal : node.argument;
  if (!isCallExpression(node)) return undefined;
  const { expression } = node;
  const loads = expression.kind === SyntaxKind.ImportKeyword || /^require$/.test(expression.getText());
  return loads ? node.arguments[0] : undefined;
}

/** The first circle of imports among files, as the paths along it; undefined when there is none. */
export function findCycle(imports: readonly Import[]): readonly string[] | undefined {
  const targets = Map.groupBy(imports, ({ from }) => from);
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): readonly string[] | undefined => {
    const start = trail.indexOf(path);
    if (start !== -1) return [...trail.slice(start), path];
    if (done.has(path)) return undefined;
    for (const { target } of targets.get(path) ?? []) {
      const cycle = visit(target, [...trail, path]);
      if (cycle !== undefined) return cycle;
    }
    done.add(path);
    return undefined;
  };
  for (const path of targets.keys()) {
    const cycle = visit(path, []);
    if (cycle !== undefined) return cycle;
  }
  return undefined;
}
