import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Core } from '../core/create-core.ts';
import { exitCodeFor, exitCodes, type ExitCode } from '../command-line/exit-code.ts';
import { ok, type Failure, type Result } from '../contract/failure.ts';
import { fail, failure } from '../contract/failures/fail.ts';
import { renderFailure } from '../contract/failures/render-failure.ts';
import type { Recipe, TableOptions } from '../contract/run-recipe.ts';
import type { RunDetails, RunExportFormat, RunSummary, RunWait } from '../contract/runs.ts';
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
 * every row has an answer. A failure that lasts as long as this process pauses the run, and what it has so far is written.
 */
export async function runTable(core: Core, files: RunFiles, report: Reporter, terminal: RunTerminal): Promise<ExitCode> {
  const { runs } = core;
  const exitWith = (problem: Failure): ExitCode => {
    report.failure(problem);
    return exitCodeFor(problem.code);
  };
  const format = formats[path.extname(files.out).toLowerCase()];
  if (!format) return exitWith(failure('run-output-format', { out: path.basename(files.out) }));
  const prepared = await prepareRun(core, files);
  if (!prepared.ok) return exitWith(prepared.failure);
  const { id, recipe } = prepared.value;
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

/** Finds the run with the same recipe and rows, or creates it and reads the rows. */
async function prepareRun({ runs }: Core, files: RunFiles): Promise<Result<RunDetails>> {
  let recipe: string;
  let fingerprint: string;
  try {
    recipe = await readFile(files.recipe, 'utf8');
    const hash = createHash('sha256').update(recipe).update('\0');
    await pipeline(createReadStream(files.rows), hash);
    fingerprint = hash.digest('hex');
  } catch (error) {
    return fail('run-files-unreadable', { detail: error instanceof Error ? error.message : String(error) });
  }
  const found = await runs.findByFingerprint(fingerprint);
  if (!found.ok) return found;
  if (found.value && found.value.rows > 0) return ok(found.value);

  const created = found.value ? ok(found.value) : await runs.createFromText(recipe, fingerprint);
  if (!created.ok) return created;
  const file = path.resolve(files.rows);
  const source = await runs.addSource({ path: file, name: path.basename(file), hasFolder: true, release: async () => undefined });
  if (!source.ok) return source;
  const { detected } = source.value;
  return runs.readTable({ id: created.value.id, sourceId: source.value.id, options: chooseOptions(created.value.recipe, detected) }, call);
}

/** Returns the options of the recipe if the file has the same format, and otherwise the detected ones. */
function chooseOptions({ data }: Recipe, detected: TableOptions): TableOptions {
  if (!data || data.format !== detected.format) return detected;
  const { fileName: _name, ...options } = data;
  return options;
}

function countPending({ progress }: RunSummary): number {
  return progress.cells - progress.done - progress.failed;
}

function reportEnd(run: RunDetails, out: string, report: Reporter): ExitCode {
  const { progress, state, reason } = run;
  const { done, failed: failures, cells } = progress;
  const pending = countPending(run);
  report.print(text.end({ done, failed: failures, pending, cells }, out), {
    event: 'run',
    state,
    reason,
    cells,
    done,
    failed: failures,
    pending,
    out,
    failures: progress.failures,
  });
  return failures + pending === 0 ? exitCodes.done : exitCodes.incomplete;
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
