/**
 * A copy of a call's input that is safe to keep: the named fields are replaced by their length.
 * Long strings (an image, a whole document) are cut, so that records stay small.
 */
export function redact(input: object, secretFields: readonly string[]): Record<string, unknown> {
  const entries = Object.entries(input).map(([name, value]) => [
    name,
    secretFields.includes(name) ? redactedValue(value) : shorten(value),
  ]);
  return Object.fromEntries(entries);
}

const longestRecorded = 200;

function redactedValue(value: unknown): string {
  return typeof value === "string" ? `[redacted, ${[...value].length} characters]` : "[redacted]";
}

function shorten(value: unknown): unknown {
  if (typeof value !== "string" || value.length <= longestRecorded) return value;
  return `${value.slice(0, longestRecorded)}… [${value.length} characters]`;
}
