/**
 * The wait in milliseconds that a Retry-After header asks for, which is in seconds or a date; undefined when it asks for none. A date that is past
 * asks for none either: two clocks differ, and a server that is busy must not be asked at once.
 * @param now the time from which a date counts
 */
export function retryAfterMs(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  const seconds = header.trim() === "" ? Number.NaN : Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - now.getTime() : seconds * 1000;
  return Number.isFinite(ms) && ms >= 0 ? ms : undefined;
}
