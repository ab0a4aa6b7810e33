/**
 * The wait in milliseconds that a Retry-After header asks for, which is in seconds or a date; undefined when it asks for none.
 * @param now the time from which a date counts
 */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const seconds = header.trim() === "" ? Number.NaN : Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now.getTime() : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
