/** Writes values as JSONL, without a byte order mark: results with nothing left out, or lines of a batch file. */
export async function* writeJsonLines(values: AsyncIterable<unknown>): AsyncGenerator<Uint8Array> {
  for await (const value of values) yield Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Writes one value as JSON that a person can read, such as a recipe. */
export function writeJson(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value, null, 2)}\n`);
}
