import { beginningOf } from "../core/cut.ts";

/**
 * A copy of a call's input that is safe to keep: the named fields are replaced by their length.
 * Bytes (an image) are counted.
 * @param tell makes of the other texts what may be kept of them
 */
export function redact(
  input: object,
  secretFields: readonly string[],
  tell: (text: string) => string,
): Record<string, unknown> {
  const entries = Object.entries(input).map(([name, value]) => [
    name,
    secretFields.includes(name) ? redactedValue(value) : recordedValue(value, tell),
  ]);
  return Object.fromEntries(entries);
}

const longestRecorded = 400;

function redactedValue(value: unknown): string {
  return typeof value === "string" ? `[redacted, ${[...value].length} characters]` : "[redacted]";
}

function recordedValue(value: unknown, tell: (text: string) => string): unknown {
  if (value instanceof Uint8Array) return `[${value.length} bytes]`;
  return typeof value === "string" ? tell(value) : value;
}

/** Cuts a text that came from a caller, so that what is remembered of it stays small. */
export function shorten(text: string): string {
  if (text.length <= longestRecorded) return text;
  // Spelt out, because a slice keeps the whole text that it was cut from in memory.
  const beginning = [...beginningOf(text, longestRecorded)].join("");
  return `${beginning}… [${text.length} characters]`;
}
