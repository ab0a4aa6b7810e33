/** The tests that run where there is no X server: on Windows and macOS. Folders, or single files of others. */
export const portableTests = [
  "test/unit",
  "test/contract",
  "test/http",
  "test/mcp/conformance.test.ts",
  "test/mcp/odd-arguments.test.ts",
  "test/mcp/stdio.test.ts",
  "test/binary/access.test.ts",
  "test/binary/stdio-limits.test.ts",
  "test/binary/working-directory.test.ts",
  "test/macos",
  "test/windows/on-windows.test.ts",
];
