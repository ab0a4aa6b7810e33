import { describe, expect, test } from "bun:test";
import { type Node, SyntaxKind } from "typescript/unstable/ast";
import {
  isAsExpression,
  isExportSpecifier,
  isFunctionDeclaration,
  isIdentifier,
  isImportSpecifier,
  isPropertyAccessExpression,
  isTypeReferenceNode,
} from "typescript/unstable/ast/is";
import { nodesOf, type ParsedFile, parseFiles, parseFolder, placeOf } from "../support/source-files.ts";

/**
 * The only casts: functions that make a value of a branded type, and nothing else does, since no
 * other value has the brand.
 */
const brandConstructors = [
  "core/geometry.ts logicalPoint",
  "core/geometry.ts globalPoint",
  "core/geometry.ts modelPoint",
  "core/keys.ts characterKey",
];

/** Where the operating system may be asked for: the choice of the desktop, and the runtime's own paths. */
const knowsPlatform = /^(?:desktop\/select\.ts$|runtime\/)/;

/** What is wrong with a node, if anything is. */
function fault(node: Node, file: ParsedFile): string | undefined {
  switch (node.kind) {
    case SyntaxKind.AnyKeyword:
      return "any";
    case SyntaxKind.NonNullExpression:
      return "!";
    case SyntaxKind.EnumDeclaration:
      return "enum";
    case SyntaxKind.TypeAssertionExpression:
      return "cast";
    case SyntaxKind.ExportAssignment:
    case SyntaxKind.DefaultKeyword:
      // The same keyword begins the last branch of a switch.
      return node.parent.kind === SyntaxKind.DefaultClause ? undefined : "default export";
    default:
      if (isAsExpression(node)) return isConst(node.type) || makesBrand(node, file) ? undefined : "cast";
      if (isExportSpecifier(node)) return node.name.text === "default" ? "default export" : undefined;
      return asksForPlatform(node) && !knowsPlatform.test(file.path) ? "platform" : undefined;
  }
}

function isConst(type: Node): boolean {
  return isTypeReferenceNode(type) && isIdentifier(type.typeName) && type.typeName.text === "const";
}

function makesBrand(node: Node, file: ParsedFile): boolean {
  let around: Node = node;
  while (!isFunctionDeclaration(around) && around.kind !== SyntaxKind.SourceFile) around = around.parent;
  return isFunctionDeclaration(around) && brandConstructors.includes(`${file.path} ${around.name?.text}`);
}

/** `process` may only be used as `process.something`: any other use could read the platform out of sight. */
function asksForPlatform(node: Node): boolean {
  if (isImportSpecifier(node)) return (node.propertyName ?? node.name).text === "platform";
  if (!isIdentifier(node) || node.text !== "process") return false;
  const { parent } = node;
  const isUsed = isPropertyAccessExpression(parent) && parent.expression === node;
  return !isUsed || parent.name.text === "platform";
}

function faults(file: ParsedFile): readonly string[] {
  const inTree = [...nodesOf(file.root)].flatMap((node) => {
    const found = fault(node, file);
    return found === undefined ? [] : [`${placeOf(file, node)} ${found}`];
  });
  // Comments are no nodes.
  const silenced = /@ts-(?:ignore|expect-error|nocheck)/.test(file.root.text);
  return silenced ? [...inTree, `${file.path} silences the compiler`] : inTree;
}

test("src uses no more of the language than the house style allows", async () => {
  const files = await parseFolder("src");
  expect(files.length).toBeGreaterThan(0);
  expect(files.flatMap(faults)).toEqual([]);
});

describe("the check itself", () => {
  async function verdict(path: string, text: string): Promise<readonly string[]> {
    return (await parseFiles(new Map([[path, text]]))).flatMap(faults);
  }

  test.each([
    ["const a = b as string;", "cast"],
    ["const a = { x: 1 } as LogicalPoint;", "cast"],
    ["const a = b as unknown;", "cast"],
    ["const a = <string>b;", "cast"],
    ["const a = b!;", "!"],
    ["const a = b!.c;", "!"],
    ["let a: any;", "any"],
    ["function a(b: Record<string, any[]>) {}", "any"],
    ["export enum A { B }", "enum"],
    ["const enum A { B }", "enum"],
    ["export default function a() {}", "default export"],
    ["export default { a: 1 };", "default export"],
    ["const a = 1; export { a as default };", "default export"],
    ["// @ts-expect-error\nconst a = 1;", "silences the compiler"],
    ["if (process.platform === 'linux') a();", "platform"],
    ["const { platform } = process;", "platform"],
    ["const a = process; a.platform;", "platform"],
    ["const a = process['platform'];", "platform"],
    ["const a = globalThis.process;", "platform"],
    ["import { platform } from 'node:os';", "platform"],
    ["import { platform as a } from 'node:process';", "platform"],
  ])("%s is refused", async (text, expected) => {
    const [found = "nothing"] = await verdict("tools/probe.ts", text);
    expect(found).toEndWith(expected);
  });

  test.each([
    ["tools/probe.ts", "const a = { b: 1 } as const satisfies Record<string, number>;"],
    ["tools/probe.ts", "if (!a) b(); switch (c) { case 1: break; default: d(); }"],
    ["tools/probe.ts", "import { a as b } from './c.ts'; export { b as d };"],
    ["tools/probe.ts", "process.stdout.write(desktop.platform); // as any, process.platform"],
    ["desktop/select.ts", "if (process.platform === 'linux') a();"],
    ["runtime/probe.ts", "const { platform } = process;"],
    ["core/geometry.ts", "export function globalPoint(x: number) { return { x } as GlobalPoint; }"],
  ])("in %s it accepts %s", async (path, text) => {
    expect(await verdict(path, text)).toEqual([]);
  });

  test("a brand is made in its constructor alone", async () => {
    const text = "function other(x: number) { return { x } as GlobalPoint; }";
    expect(await verdict("core/geometry.ts", text)).toEqual(["core/geometry.ts:1 cast"]);
  });
});
