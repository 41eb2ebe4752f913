/** Returns the values of a row by the names of its columns. A row may have fewer, where a later row of the file had a new column. */
export function rowValues(columns: readonly string[], values: readonly string[]): Readonly<Record<string, string>> {
  // from entries, because a column may be called __proto__
  return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']));
}
