import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ok, type Result } from '../../contract/failure.ts';
import { cancelledCall, fail } from '../../contract/failures/fail.ts';
import type { TableOptions, TablePreview, TableSource } from '../../contract/run-recipe.ts';
import { errorMessage } from '../shared/node-error.ts';
import { detectTable } from './data/detect-table.ts';
import { readTable } from './data/read-table.ts';
import { createProblemList, tableStopped } from './table-problems.ts';
import { runsText } from './text.ts';

/** A table file chosen by the user or a program. */
export interface ChosenTable {
  readonly path: string;
  readonly name: string;
  /** Whether attachments may be read from its folder. False for a copy. */
  readonly hasFolder: boolean;
  /** Called when the file isn't needed any more. */
  readonly release: () => Promise<void>;
}

const maxSources = 20;
const maxPreviewProblems = 50;

/** Keeps the table files that are open, by id. The window refers to them by id, never by path. */
export function createTableSources(folder: string) {
  const sources = new Map<string, ChosenTable>();
  const pastedFolder = path.join(folder, 'pasted-tables');

  const add = async (file: ChosenTable): Promise<Result<TableSource>> => {
    const detected = await detectTable(file.path);
    if (detected.kind === 'problem') {
      await file.release();
      // the format only matters for problems of rows, and detection has none
      return tableStopped('xlsx', detected.problem);
    }
    const id = randomUUID();
    sources.set(id, file);
    const [oldest] = sources.keys();
    if (sources.size > maxSources && oldest !== undefined) await closeSource(oldest);
    const { size } = await stat(file.path);
    return ok({ id, fileName: file.name, bytes: size, detected: detected.options, sheets: detected.sheets });
  };
  const closeSource = async (id: string): Promise<void> => {
    await sources.get(id)?.release();
    sources.delete(id);
  };
  const find = (id: string): Result<ChosenTable> => {
    const file = sources.get(id);
    return file ? ok(file) : fail('run-table-not-open');
  };

  return {
    add,
    find,
    paste: async (text: string): Promise<Result<TableSource>> => {
      const file = path.join(pastedFolder, `${randomUUID()}.txt`);
      try {
        await mkdir(pastedFolder, { recursive: true, mode: 0o700 });
        await writeFile(file, text, { mode: 0o600 });
      } catch (error) {
        return fail('file-not-saved', { file, detail: errorMessage(error) });
      }
      return add({ path: file, name: runsText.pastedTable, hasFolder: false, release: () => rm(file, { force: true }) });
    },
    preview: async (id: string, options: TableOptions, limit: number, signal: AbortSignal): Promise<Result<TablePreview>> => {
      const file = find(id);
      if (!file.ok) return file;
      let columns: readonly string[] = [];
      const rows: { readonly line: number; readonly values: Readonly<Record<string, string>> }[] = [];
      const found = createProblemList(options.format, maxPreviewProblems);
      let isWhole = true;
      try {
        for await (const item of readTable({ path: file.value.path }, options, signal)) {
          if (item.kind === 'columns') columns = item.columns;
          else if (item.kind === 'row') {
            if (rows.length === limit) return ok({ columns, rows, problems: found.problems(), isWhole: false });
            rows.push({ line: item.number, values: item.values });
          } else {
            found.add(item.problem);
            isWhole &&= item.problem.effect !== 'stopped';
          }
        }
      } catch (error) {
        if (signal.aborted) return cancelledCall;
        throw error;
      }
      return ok({ columns, rows, problems: found.problems(), isWhole });
    },
    close: async (): Promise<void> => {
      for (const id of sources.keys()) await closeSource(id);
      await rm(pastedFolder, { recursive: true, force: true });
    },
  };
}
