type Item = Readonly<Record<string, unknown>> & { readonly id: string };

/**
 * Returns a value with the difference between two others: what was added, replaced or removed, key by key in nested objects and by `id`
 * in lists of items. Anything else, such as another list, is replaced as a whole. An item that is missing in the value stays removed.
 */
export function applyDifference<T>(value: T, before: T, after: T): T {
  return differ(value, before, after) as T; // has the keys of these three, each with a value of one of them
}

function differ(value: unknown, before: unknown, after: unknown): unknown {
  if (before === after) return value;
  if (isItemList(value) && isItemList(before) && isItemList(after)) return differItems(value, before, after);
  if (!isRecord(value) || !isRecord(before) || !isRecord(after)) return after;
  const kept = Object.entries(value).filter(([key]) => Object.hasOwn(after, key) || !Object.hasOwn(before, key));
  const changed = Object.entries(after).filter(([key, item]) => item !== own(before, key));
  return Object.fromEntries([...kept, ...changed.map(([key, item]) => [key, differ(own(value, key), own(before, key), item)])]);
}

function differItems(value: readonly Item[], before: readonly Item[], after: readonly Item[]): readonly unknown[] {
  const [inValue, inBefore, inAfter] = [byId(value), byId(before), byId(after)];
  const kept = after.filter(({ id }) => inValue.has(id) || !inBefore.has(id));
  const added = value.filter(({ id }) => !inBefore.has(id) && !inAfter.has(id));
  return [...kept.map((item) => differ(inValue.get(item.id), inBefore.get(item.id), item)), ...added];
}

function byId(items: readonly Item[]): ReadonlyMap<string, Item> {
  return new Map(items.map((item) => [item.id, item]));
}

function own(record: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isItemList(value: unknown): value is readonly Item[] {
  if (!Array.isArray(value) || !value.every((item) => isRecord(item) && typeof item['id'] === 'string')) return false;
  return byId(value as readonly Item[]).size === value.length;
}
