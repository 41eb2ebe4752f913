import type { ExportedResult, ExportTable } from '../../../../electron/core/runs/export/result-table.ts';

/** Creates a result with the given fields. */
export function exportedResult(parts: Partial<ExportedResult> = {}): ExportedResult {
  return {
    rowNumber: 2,
    values: { text: 'x' },
    variantId: 'm1.t1',
    model: 'beta-4-scout',
    template: 'Plain',
    repeat: 1,
    state: 'done',
    answer: 'yes',
    reasoning: '',
    fields: {},
    failure: null,
    label: null,
    note: '',
    tokens: { prompt: 10, completion: 2 },
    firstByteMs: 120.5,
    totalMs: 400,
    finish: 'stop',
    repaired: false,
    attempts: 1,
    notes: [],
    ...parts,
  };
}

/** Yields the items as a stream. */
export async function* inSequence<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items;
}

/** Creates a table with one column. */
export function oneColumn(cells: readonly (string | number | boolean | null)[], name = 'text'): ExportTable {
  return { columns: [name], rows: inSequence(cells.map((cell) => [cell])) };
}

/** Collects the bytes of an export. */
export async function collect(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  for await (const piece of pieces) collected.push(piece);
  return Buffer.concat(collected);
}
