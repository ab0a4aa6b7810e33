import { describe, expect, test } from "bun:test";
import { bitmapSignatures, messageSignatures } from "../../src/desktop/darwin/api/app-kit.ts";
import { applicationServicesSignatures } from "../../src/desktop/darwin/api/application-services.ts";
import { carbonSignatures } from "../../src/desktop/darwin/api/carbon.ts";
import { cfRange, coreFoundationSignatures } from "../../src/desktop/darwin/api/core-foundation.ts";
import { cgPoint, cgRect, coreGraphicsSignatures } from "../../src/desktop/darwin/api/core-graphics.ts";
import { libObjcSignatures, libSystemSignatures } from "../../src/desktop/darwin/api/lib-system.ts";
import type { NativeType } from "../../src/desktop/native/types.ts";

// Nothing of macOS runs here, so what is declared to koffi is checked against the declarations in C that
// stand above each function, and these against what their types are by the headers of the macOS SDK.

/** What values of C are passed as, by type. On all Macs that there are: 64 bits, `long` has 8 bytes. */
const passedAs: Readonly<Record<string, NativeType<unknown>["spec"]>> = {
  void: "void",
  // C99, and MacTypes.h: `typedef unsigned char Boolean`, of which only 0 and 1 are used.
  bool: "bool",
  Boolean: "bool",
  int: "int32",
  float: "float32",
  // mach/boolean.h: int or unsigned int.
  boolean_t: "int32",
  size_t: "uintptr",
  int32_t: "int32",
  uint32_t: "uint32",
  int64_t: "int64",
  // MacTypes.h.
  UInt8: "uint8",
  UInt16: "uint16",
  UInt32: "uint32",
  OptionBits: "uint32",
  OSStatus: "int32",
  UniCharCount: "uintptr",
  // sys/types.h.
  pid_t: "int32",
  short: "int16",
  // objc/NSObjCRuntime.h, NSEvent.h, NSDate.h.
  NSInteger: "intptr",
  NSEventType: "uintptr",
  NSEventModifierFlags: "uintptr",
  NSTimeInterval: "float64",
  // CFBase.h, CFDate.h, CFNumber.h (CF_ENUM of CFIndex), CFRunLoop.h (SInt32).
  CFIndex: "intptr",
  CFTypeID: "uintptr",
  CFTimeInterval: "float64",
  CFNumberType: "intptr",
  CFRunLoopRunResult: "int32",
  CFRange: cfRange.spec,
  // CGError.h, CGDirectDisplay.h, CGWindow.h.
  CGError: "int32",
  CGDirectDisplayID: "uint32",
  CGWindowListOption: "uint32",
  CGWindowID: "uint32",
  // CGGeometry.h.
  CGPoint: cgPoint.spec,
  CGRect: cgRect.spec,
  // CGEventTypes.h, CGRemoteOperation.h.
  CGEventType: "uint32",
  CGMouseButton: "uint32",
  CGKeyCode: "uint16",
  CGScrollEventUnit: "uint32",
  CGEventFlags: "uint64",
  CGEventField: "uint32",
  CGEventTapLocation: "uint32",
  CGEventSourceStateID: "int32",
  // AXError.h, AXValue.h, Pasteboard.h.
  AXError: "int32",
  AXValueType: "uint32",
  PasteboardSyncFlags: "uint32",
  PasteboardFlavorFlags: "uint32",
};

/** References to opaque objects, and functions of ours. */
const isReference = (type: string) =>
  /Ref$|ProcPtr$/.test(type) || ["id", "Class", "SEL", "PasteboardItemID", "CFRunLoopMode"].includes(type);

/** All that a type of C may be passed as. */
function allowed(type: string): readonly NativeType<unknown>["spec"][] {
  if (type === "char *") return ["str"];
  // An address of the system's, or memory of ours for the call.
  if (type.endsWith("*")) return ["uintptr", "void *"];
  if (isReference(type)) return ["uintptr"];
  const spec = passedAs[type];
  return spec === undefined ? [] : [spec];
}

interface Declaration {
  readonly name: string;
  readonly result: string;
  readonly given: readonly string[];
}

/** Reads `CGPoint CGEventGetLocation(CGEventRef event)`. */
function parseDeclaration(text: string): Declaration {
  const [, result = "", name = "", list = ""] = /^(.+?[ *])(\w+)\((.*)\)$/.exec(text) ?? [];
  const parameters = list === "void" ? [] : list.split(",").map((each) => each.replace(/\w+\s*$/, ""));
  const plain = (type: string) =>
    type
      .replace(/\bconst\b/g, "")
      .replace(/\s*(\*?)\s*$/, " $1")
      .trim();
  return { name, result: plain(result), given: parameters.map(plain) };
}

const tables = {
  "app-kit": { ...messageSignatures, ...bitmapSignatures },
  "application-services": applicationServicesSignatures,
  carbon: carbonSignatures,
  "core-foundation": coreFoundationSignatures,
  "core-graphics": coreGraphicsSignatures,
  "lib-system": { ...libSystemSignatures, ...libObjcSignatures },
};

/** The docstring above each entry of a table, by the entry's name. */
async function docstrings(library: string): Promise<ReadonlyMap<string, string>> {
  const source = await Bun.file(`src/desktop/darwin/api/${library}.ts`).text();
  const found = source.matchAll(/\/\*\* ([^\n]*) \*\/\n {2}(\w+): (?:signature|named)\(/g);
  return new Map([...found].map(([, text = "", name = ""]) => [name, text]));
}

describe.each(Object.entries(tables))("%s", (library, table) => {
  const entries = Object.entries<{
    readonly result: NativeType<unknown>;
    readonly given: readonly NativeType<unknown>[];
    readonly symbol?: string;
  }>(table);

  test.each(entries)("%s is declared as its header does, which is named", async (name, declared) => {
    const text = (await docstrings(library)).get(name) ?? "";
    const [, declaration = "", source = ""] =
      /^`([^`]+)`, ([\w/]+\.h|Objective-C ARC runtime support)/.exec(text) ?? [];
    expect(source).not.toBe("");
    const parsed = parseDeclaration(declaration);
    expect(parsed.name).toBe(declared.symbol ?? name);
    expect(allowed(parsed.result)).toContain(declared.result.spec);
    expect(declared.given).toHaveLength(parsed.given.length);
    for (const [index, type] of parsed.given.entries()) {
      const spec = declared.given[index]?.spec ?? "none";
      if (!allowed(type).includes(spec)) throw new Error(`${name}: ${type} is not ${JSON.stringify(spec)}.`);
    }
  });
});

test("structures have the sizes that they have on a Mac", () => {
  expect([cgPoint.size, cgRect.size, cfRange.size]).toEqual([16, 32, 16]);
});
