import { expect, test } from "bun:test";
import { AuditLog } from "../../src/safety/audit-log.ts";
import { redact, shorten } from "../../src/safety/redact.ts";

const entry = { time: "", session: "s", input: {}, outcome: "ok", elapsedMs: 1 } as const;

test("the ring keeps the newest entries, oldest first", () => {
  const log = new AuditLog(3);
  expect(log.entries()).toEqual([]);
  for (const operation of ["a", "b"]) log.append({ ...entry, operation });
  expect(log.entries().map(({ operation }) => operation)).toEqual(["a", "b"]);
  for (const operation of ["c", "d", "e"]) log.append({ ...entry, operation });
  expect(log.entries().map(({ operation, sequence }) => [sequence, operation])).toEqual([
    [3, "c"],
    [4, "d"],
    [5, "e"],
  ]);
});

test("every entry reaches the sink", () => {
  const written: number[] = [];
  const log = new AuditLog(1, ({ sequence }) => written.push(sequence));
  for (let index = 0; index < 3; index += 1) log.append({ ...entry, operation: "a" });
  expect(written).toEqual([1, 2, 3]);
});

test("secrets leave their length only, long texts are cut", () => {
  const recorded = redact({ text: "pä55🔑", secret: true, note: "n".repeat(5000) }, ["text"], shorten);
  expect(recorded.text).toBe("[redacted, 5 characters]");
  expect(recorded.secret).toBe(true);
  expect(String(recorded.note).length).toBeLessThan(500);
  expect(JSON.stringify(recorded)).not.toContain("pä55");
});
