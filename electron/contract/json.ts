/** Parses JSON. Returns undefined if the text is invalid, because JSON has no undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns whether two values have the same JSON text. The order of fields matters. */
export function isSameJson(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

/** Reads foreign JSON tolerantly, field by field. A schema would reject a whole chunk for one odd field, and this runs for every token. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether the value is an object, not null or an array. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object. */
export function readObject(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

/** Returns the value if it is an array, otherwise an empty one. */
export function readArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : emptyArray;
}

const emptyArray: readonly unknown[] = [];

/** Returns the value if it is a string, otherwise an empty one. */
export function readString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the value if it is a finite number. */
export function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}
