const maxWaitMs = 24 * 60 * 60 * 1000;

/** Parses a Retry-After header, in seconds or as a date, into milliseconds from now. */
export function readRetryAfter(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isFinite(ms) ? Math.min(Math.max(0, ms), maxWaitMs) : undefined;
}
