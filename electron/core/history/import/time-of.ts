/** A moment in milliseconds. Exports give seconds, some of their fields milliseconds; nothing lies before 1973 in either. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  return Math.round(value > 1e11 ? value : value * 1000);
}
