/** An object of a foreign file. */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object, if it is one. */
export function fieldsOf(value: unknown): Fields | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The value as a list; anything else is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The value as text; anything else is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A moment in milliseconds. Exports give seconds, some of their fields milliseconds; nothing lies before 1973 in either. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return undefined;
  return Math.round(value > 1e11 ? value : value * 1000);
}
