import { useMemo } from 'react';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { resultColumns, type ColumnSource, type GridColumn } from './result-columns.ts';

/** Returns the columns of a run. Keeps the same objects while it makes progress. */
export function useResultColumns({ recipe, variants, fields, table }: RunDetails): {
  readonly source: ColumnSource;
  readonly columns: readonly GridColumn[];
} {
  // each progress event has an equal, but new list of columns
  const names = JSON.stringify(table?.columns ?? []);
  return useMemo(() => {
    const source = { recipe, variants, fields, columns: JSON.parse(names) as readonly string[] };
    return { source, columns: resultColumns(source) };
  }, [recipe, variants, fields, names]);
}
