/** What a text says as JSON; undefined if it is none, since JSON itself has no undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether two values are the same once written as JSON, with their fields in the same order. */
export function isSameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/**
 * Tolerant reading of foreign JSON, field by field. Not a schema: one odd field must not cost the whole
 * chunk, and these run for every token of every answer.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether the value is an object, and neither null nor a list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as an object, if it is one. */
export function fieldsOf(value: unknown): Fields | undefined {
  return isFields(value) ? value : undefined;
}

/** The value as a list; anything else is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : emptyList;
}

const emptyList: readonly unknown[] = [];

/** The value as text; empty where it is anything else. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The value as a finite number. */
export function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
