/** Names and values in turn, as they came: keeps order, spelling and repetitions. */
export type RawHeaders = readonly string[];

/** All values of a header; the name in lower case. */
export function valuesOf(headers: RawHeaders, name: string): readonly string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === name) values.push(headers[at + 1] ?? '');
  }
  return values;
}

/** The first value of a header; the name in lower case. */
export function valueOf(headers: RawHeaders, name: string): string | undefined {
  return valuesOf(headers, name)[0];
}

/** The headers whose name, in lower case, is wanted. */
export function pickHeaders(headers: RawHeaders, isWanted: (name: string, value: string) => boolean): readonly string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? '';
    const value = headers[at + 1] ?? '';
    if (isWanted(name.toLowerCase(), value)) kept.push(name, value);
  }
  return kept;
}
