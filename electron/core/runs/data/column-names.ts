/** Returns names for columns: trimmed, none empty, none twice. `used` has the names that exist already. */
export function uniqueColumnNames(header: readonly string[], used: ReadonlySet<string> = new Set()): readonly string[] {
  const taken = new Set(used);
  const counts = new Map<string, number>();
  // A name that stands in the header keeps it, even if another column's new name would come first.
  const given = new Set(header.map((name) => name.trim()));
  return header.map((name, index) => {
    const base = name.trim() || `Column ${index + 1}`;
    let unique = base;
    let count = counts.get(base) ?? 1;
    while (taken.has(unique) || (unique !== name.trim() && given.has(unique))) {
      count += 1;
      unique = `${base} (${count})`;
    }
    counts.set(base, count);
    taken.add(unique);
    return unique;
  });
}

/** Returns names for columns without a header. */
export function numberedColumnNames(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `Column ${index + 1}`);
}
