/**
 * Tolerant reading of foreign JSON, field by field. Not a schema: one odd field must not cost the whole
 * chunk, and these run for every token of every answer.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** The value as an object, if it is one. */
export function fieldsOf(value: unknown): Fields | undefined {
  // Proven an object that is neither null nor a list.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined;
}

/** The value as a list; anything else is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : nothing;
}

const nothing: readonly unknown[] = [];

/** The value as text; empty where it is anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value as a finite number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
