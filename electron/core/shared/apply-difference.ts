/**
 * Returns a value with the difference between two others: what was added, replaced or removed, key by key in nested objects. Anything
 * else, such as a list, is replaced as a whole.
 */
export function applyDifference<T>(value: T, before: T, after: T): T {
  return differ(value, before, after) as T; // has the keys of these three, each with a value of one of them
}

function differ(value: unknown, before: unknown, after: unknown): unknown {
  if (before === after) return value;
  if (!isRecord(value) || !isRecord(before) || !isRecord(after)) return after;
  const kept = Object.entries(value).filter(([key]) => Object.hasOwn(after, key) || !Object.hasOwn(before, key));
  const changed = Object.entries(after).filter(([key, item]) => item !== own(before, key));
  return Object.fromEntries([...kept, ...changed.map(([key, item]) => [key, differ(own(value, key), own(before, key), item)])]);
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
