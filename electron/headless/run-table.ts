import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Core } from '../core/create-core.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import { failed, ok, type Failure, type Result } from '../contract/failure.ts';
import type { Recipe, TableOptions } from '../contract/run-recipe.ts';
import type { RunDetails, RunExportFormat, RunSummary } from '../contract/runs.ts';
import type { Reporter } from './reporter.ts';

/** The files of `--run`. */
export interface RunFiles {
  readonly recipe: string;
  readonly rows: string;
  readonly out: string;
}

interface RunTerminal {
  readonly output: NodeJS.WriteStream;
  readonly isJson: boolean;
  readonly shutdown: AbortSignal;
}

const formats: Readonly<Record<string, RunExportFormat>> = {
  '.csv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.xlsx': 'xlsx',
  '.md': 'markdown',
};
const neverAborted: AbortSignal = new AbortController().signal;
const call = { signal: neverAborted };

/**
 * Runs a recipe over a table and writes the results. Started again with the same files, it goes on where it was. Returns 0 if every
 * row has its answer.
 */
export async function runTable(core: Core, files: RunFiles, report: Reporter, terminal: RunTerminal): Promise<ExitCode> {
  const { runs } = core;
  const fail = (failure: Failure): ExitCode => {
    report.failure(failure);
    return exitCodeFor(failure.code);
  };
  const format = formats[path.extname(files.out).toLowerCase()];
  if (!format) return fail(unknownFormat(files.out).failure);
  const prepared = await prepareRun(core, files);
  if (!prepared.ok) return fail(prepared.failure);
  const { id } = prepared.value;

  const ended = Promise.withResolvers<undefined>();
  const progress = createProgressLine(report, terminal);
  const unlisten = core.listen(({ event, payload }) => {
    if (event !== 'runs.changed') return;
    const run = payload.find((each) => each.id === id);
    if (!run) return;
    progress.show(run);
    if (run.state === 'finished' || run.state === 'stopped') ended.resolve(undefined);
  });
  const stop = (): void => ended.resolve(undefined);
  terminal.shutdown.addEventListener('abort', stop, { once: true });
  try {
    if (prepared.value.state !== 'finished' || pendingOf(prepared.value) > 0) {
      const started = await runs.start({ id }, call);
      if (!started.ok) return fail(started.failure);
      if (terminal.shutdown.aborted) stop();
      await ended.promise;
    }
    if (terminal.shutdown.aborted) await runs.pause({ id }, call);
    progress.end();
    const written = await runs.exportTo({ id, format, file: path.resolve(files.out) }, neverAborted);
    if (!written.ok) return fail(written.failure);
    const run = await runs.read({ id }, call);
    return run.ok ? reportEnd(run.value, files.out, report) : fail(run.failure);
  } finally {
    unlisten();
    terminal.shutdown.removeEventListener('abort', stop);
  }
}

/** Finds the run of the same recipe and rows, or creates it and reads the rows. */
async function prepareRun({ runs }: Core, files: RunFiles): Promise<Result<RunDetails>> {
  let text: string;
  let fingerprint: string;
  try {
    text = await readFile(files.recipe, 'utf8');
    const hash = createHash('sha256').update(text).update('\0');
    await pipeline(createReadStream(files.rows), hash);
    fingerprint = hash.digest('hex');
  } catch (error) {
    return unreadable(error);
  }
  const found = await runs.findByFingerprint(fingerprint);
  if (!found.ok) return found;
  if (found.value && found.value.rows > 0) return ok(found.value);

  const created = found.value ? ok(found.value) : await runs.createFromText(text, fingerprint);
  if (!created.ok) return created;
  const file = path.resolve(files.rows);
  const source = await runs.addSource({ path: file, name: path.basename(file), hasFolder: true, release: async () => undefined });
  if (!source.ok) return source;
  const { detected } = source.value;
  return runs.readTable({ id: created.value.id, sourceId: source.value.id, options: tableOptions(created.value.recipe, detected) }, call);
}

/** The recipe says how its table is read, if it is a file of the same format. */
function tableOptions({ data }: Recipe, detected: TableOptions): TableOptions {
  if (!data || data.format !== detected.format) return detected;
  const { fileName: _name, ...options } = data;
  return options;
}

function pendingOf({ progress }: RunSummary): number {
  return progress.cells - progress.done - progress.failed;
}

function reportEnd(run: RunDetails, out: string, report: Reporter): ExitCode {
  const { progress, state, reason } = run;
  const { done, failed: failures, cells } = progress;
  const open = pendingOf(run);
  const text = [`${done} of ${cells} answered`, failures > 0 && `${failures} failed`, open > 0 && `${open} not asked`]
    .filter(Boolean)
    .join(', ');
  report.print(`${text}. The results are in ${out}.`, {
    event: 'run',
    state,
    reason,
    cells,
    done,
    failed: failures,
    pending: open,
    out,
    failures: progress.failures,
  });
  return failures + open === 0 ? exitCodes.done : exitCodes.incomplete;
}

/** Shows progress: one line that is written over on a terminal, JSON lines elsewhere. */
function createProgressLine(report: Reporter, { output, isJson }: RunTerminal) {
  let [last, hasLine] = ['', false];
  let shownAt = -Infinity;
  const intervalMs = isJson ? 2000 : 200;
  return {
    show: (run: RunSummary): void => {
      const { progress, wait } = run;
      const { done, failed: failures, cells, rowsPerMinute, remainingMs, concurrency } = progress;
      if (performance.now() - shownAt < intervalMs && wait === null) return;
      const waiting = wait === null ? '' : `, waiting: ${wait.failure?.message ?? 'the service is busy'}`;
      const rate = rowsPerMinute === null ? '' : `, ${Math.round(rowsPerMinute)} rows/min`;
      const left = remainingMs === null ? '' : `, ${describeDuration(remainingMs)} left`;
      const text = `${done + failures}/${cells} asked${failures > 0 ? `, ${failures} failed` : ''}${rate}${left}${waiting}`;
      if (text === last) return;
      [last, shownAt] = [text, performance.now()];
      if (isJson) {
        report.print(text, {
          event: 'progress',
          cells,
          done,
          failed: failures,
          rowsPerMinute,
          remainingMs,
          concurrency,
          waiting: wait?.reason ?? null,
          failure: wait?.failure ?? null,
        });
        return;
      }
      output.write(`\r\u001B[2K${text.slice(0, Math.max(20, (output.columns || 80) - 1))}`);
      hasLine = true;
    },
    end: (): void => {
      if (hasLine) output.write('\n');
      hasLine = false;
    },
  };
}

function describeDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.ceil(minutes / 60)} h`;
}

function unknownFormat(out: string) {
  return failed(
    'invalid-input',
    `--out ends in ${path.extname(out) || 'nothing'}, which is no known format.`,
    'Use .jsonl, .csv, .xlsx or .md.',
  );
}

function unreadable(error: unknown): Result<never> {
  return failed(
    'invalid-input',
    `A file of --run or --rows can’t be read: ${error instanceof Error ? error.message : String(error)}.`,
    'Check the names of both files.',
  );
}
