import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Core } from '../core/create-core.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import type { Failure } from '../contract/failure.ts';
import { failure } from '../contract/failures/fail.ts';
import { renderFailure } from '../contract/failures/render-failure.ts';
import type { RunTable } from '../contract/run-recipe.ts';
import type { RunDetails, RunExportFormat, RunSummary, RunWait } from '../contract/runs.ts';
import { prepareRun } from './prepare-run.ts';
import type { Reporter } from './reporter.ts';
import { headlessText } from './text.ts';

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
  /** Resolves if the connection fails for good. */
  readonly connectionFailed: Promise<Failure>;
}

const formats: Readonly<Record<string, RunExportFormat>> = {
  '.csv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.xlsx': 'xlsx',
  '.md': 'markdown',
};
const text = headlessText.run;
const neverAborted: AbortSignal = new AbortController().signal;
const call = { signal: neverAborted };

/**
 * Runs a recipe over a table and writes the results. Continues the earlier run if it is started again with the same files. Returns 0 if
 * every row of the table has an answer. A failure that lasts as long as this process pauses the run, and what it has so far is written.
 */
export async function runTable(core: Core, files: RunFiles, report: Reporter, terminal: RunTerminal): Promise<ExitCode> {
  const { runs } = core;
  const exitWith = (problem: Failure): ExitCode => {
    report.failure(problem);
    return exitCodeFor(problem.code);
  };
  const format = formats[path.extname(files.out).toLowerCase()];
  if (!format) return exitWith(failure('run-output-format', { out: path.basename(files.out) }));
  if ((await isSameFile(files.out, files.rows)) || (await isSameFile(files.out, files.recipe))) {
    return exitWith(failure('run-output-is-input', { out: path.basename(files.out) }));
  }
  const prepared = await prepareRun(core, files, neverAborted);
  if (!prepared.ok) return exitWith(prepared.failure);
  const { id, recipe } = prepared.value;
  reportTableProblems(prepared.value.table, path.basename(files.rows), report);
  await reportUnknownColumns(core, prepared.value, report);
  const lastsForever = ({ reason, failure: cause }: RunWait): boolean =>
    // a row of a batch names its own model, fails after a few tries, and the others go on
    reason === 'mode' || (reason === 'model' && recipe.kind !== 'batch') || (cause !== null && isTokenFailure(cause));

  const ended = Promise.withResolvers<Failure | undefined>();
  const progress = createProgressLine(report, terminal);
  const unlisten = core.listen(({ event, payload }) => {
    if (event !== 'runs.changed') return;
    const run = payload.find((each) => each.id === id);
    if (!run) return;
    progress.show(run);
    if (run.state === 'finished' || run.state === 'stopped') ended.resolve(undefined);
    else if (run.state === 'paused' && run.reason === 'slow-check') ended.resolve(failure('run-check-slow'));
    else if (run.wait?.failure && lastsForever(run.wait)) ended.resolve(run.wait.failure);
  });
  const endWait = (): void => ended.resolve(undefined);
  terminal.shutdown.addEventListener('abort', endWait, { once: true });
  void terminal.connectionFailed.then(ended.resolve);
  let problem: Failure | undefined;
  try {
    if (prepared.value.state !== 'finished' || countPending(prepared.value) > 0) {
      const started = await runs.start({ id }, call);
      if (!started.ok) return exitWith(started.failure);
      if (terminal.shutdown.aborted) endWait();
      problem = await ended.promise;
    }
    if (problem || terminal.shutdown.aborted) await runs.pause({ id }, call);
    progress.end();
    const written = await runs.exportTo({ id, format, file: path.resolve(files.out) }, neverAborted);
    if (!written.ok) return exitWith(written.failure);
    const run = await runs.read({ id }, call);
    if (!run.ok) return exitWith(run.failure);
    const exitCode = reportEnd(run.value, files.out, report);
    return problem ? exitWith(problem) : exitCode;
  } finally {
    unlisten();
    terminal.shutdown.removeEventListener('abort', endWait);
  }
}

/** Returns whether a request failed for want of a valid token, which this process reads from its flags or the keychain. */
export function isTokenFailure({ code }: Failure): boolean {
  return /^(?:token|keychain)-/.test(code);
}

/** Returns whether two paths lead to the same file, by any name. */
async function isSameFile(first: string, second: string): Promise<boolean> {
  const [one, other] = await Promise.all([first, second].map((file) => stat(file, { bigint: true }).catch(() => undefined)));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

const maxProblems = 10;

function reportTableProblems(table: RunTable | null, file: string, report: Reporter): void {
  if (!table || table.problemCount === 0) return;
  const { problemCount: count } = table;
  const problems = table.problems.slice(0, maxProblems);
  report.print(text.problems(file, count, problems), { event: 'table-problems', isIncomplete: isIncomplete(table), count, problems });
}

/** Returns whether rows of the table's file are missing. The problems that say so come first, so that the limit doesn't cut them off. */
function isIncomplete(table: RunTable | null): boolean {
  return table?.problems.some(({ losesRows }) => losesRows) ?? false;
}

/** Reports placeholders that name no column. They are no failure, because a prompt can't have double braces in any other way. */
async function reportUnknownColumns({ runs }: Core, { id, variants, table }: RunDetails, report: Reporter): Promise<void> {
  const previews = await Promise.all(variants.map((variant) => runs.preview({ id, row: 1, variantId: variant.id }, call)));
  const names = new Set(previews.flatMap((preview) => (preview.ok ? preview.value.unknownColumns : [])));
  if (names.size === 0) return;
  const columns = table?.columns ?? [];
  const message = text.unknownColumns([...names], columns);
  report.print(message, { event: 'unknown-columns', names: [...names], columns, message });
}

function countPending({ progress }: RunSummary): number {
  return progress.cells - progress.done - progress.failed;
}

function reportEnd(run: RunDetails, out: string, report: Reporter): ExitCode {
  const { progress, state, reason } = run;
  const { done, failed: failures, cells } = progress;
  const pending = countPending(run);
  const isTableIncomplete = isIncomplete(run.table);
  report.print(text.end({ done, failed: failures, pending, cells }, isTableIncomplete, out), {
    event: 'run',
    state,
    reason,
    cells,
    done,
    failed: failures,
    pending,
    out,
    failures: progress.failures,
    isTableIncomplete,
  });
  return failures + pending === 0 && !isTableIncomplete ? exitCodes.done : exitCodes.incomplete;
}

/** Prints progress: one line that is overwritten, or JSON lines if the output is JSON. */
function createProgressLine(report: Reporter, { output, isJson }: RunTerminal) {
  let [lastLine, hasLine] = ['', false];
  let shownAt = -Infinity;
  const intervalMs = isJson ? 2000 : 200;
  return {
    show: (run: RunSummary): void => {
      const { progress, wait } = run;
      const { done, failed: failures, cells, rowsPerMinute, remainingMs, concurrency } = progress;
      if (performance.now() - shownAt < intervalMs && wait === null) return;
      const line = [
        text.answered(done + failures, cells),
        failures > 0 && text.failed(failures),
        rowsPerMinute !== null && text.rate(Math.round(rowsPerMinute)),
        remainingMs !== null && text.left(describeDuration(remainingMs)),
        wait !== null && text.waiting(wait.failure && renderFailure(wait.failure, { surface: 'terminal' }).message),
      ]
        .filter((part) => part !== false)
        .join(', ');
      if (line === lastLine) return;
      [lastLine, shownAt] = [line, performance.now()];
      if (isJson) {
        report.print(line, {
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
      output.write(`\r\u001B[2K${line.slice(0, Math.max(20, (output.columns || 80) - 1))}`);
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
  if (seconds < 90) return text.seconds(seconds);
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? text.minutes(minutes) : text.hours(Math.ceil(minutes / 60));
}
