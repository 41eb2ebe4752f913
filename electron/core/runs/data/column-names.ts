/** Returns trimmed, non-empty and unique column names. They also differ from those in `used`. */
export function uniqueColumnNames(header: readonly string[], used: ReadonlySet<string> = new Set()): readonly string[] {
  const taken = new Set(used);
  const counts = new Map<string, number>();
  // a generated name must not take the name of a later column
  const originals = new Set(header.map((name) => name.trim()));
  return header.map((name, index) => {
    const base = name.trim() || `Column ${index + 1}`;
    let unique = base;
    let count = counts.get(base) ?? 1;
    while (taken.has(unique) || (unique !== name.trim() && originals.has(unique))) {
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
