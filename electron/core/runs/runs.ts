import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ok, type Result, type Failure } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Recipe, TableSource } from '../../contract/run-recipe.ts';
import type { RunDetails, RunExportFormat } from '../../contract/runs.ts';
import type { CheckedInput, RouteName, RouteOutput } from '../../contract/routes.ts';
import type { Clock } from '../shared/clock.ts';
import type { EventBus } from '../shared/event-bus.ts';
import { describeCell } from './describe-run.ts';
import { previewPrompt } from './preview-prompt.ts';
import { emptyRecipe, hasSameRequests, parseRecipe } from './recipe-check.ts';
import { createRunLifecycle } from './run-lifecycle.ts';
import type { RunConnection } from './run-service.ts';
import { createTableSources, type ChosenTable } from './table-sources.ts';
import { createWorkerClient } from '../shared/sqlite/worker-client.ts';
import type { RunRecord } from './store/run-record.ts';
import type { RunStore } from './store/run-store.ts';

export type { ChosenTable } from './table-sources.ts';

type RunRoute = Extract<RouteName, `runs.${string}`>;

/** The handlers of the routes `runs.NAME`, by NAME. */
export type RunOperations = {
  readonly [R in RunRoute as R extends `runs.${infer Name}` ? Name : never]: (
    input: CheckedInput<R>,
    context: { readonly signal: AbortSignal },
  ) => Promise<Result<RouteOutput<R>>>;
};

/** A file to export a run to. */
export interface RunExport {
  readonly id: string;
  readonly format: RunExportFormat;
  readonly file: string;
}

/** Runs: one prompt over a whole table. */
export interface Runs extends RunOperations {
  readonly addSource: (file: ChosenTable) => Promise<Result<TableSource>>;
  readonly exportTo: (target: RunExport, signal: AbortSignal) => Promise<Result<undefined>>;
  /** Finds the run that was created from the same recipe and rows, by their hash. */
  readonly findByFingerprint: (fingerprint: string) => Promise<Result<RunDetails | null>>;
  /** Creates a run from the text of a recipe file. `findByFingerprint` finds it by its hash. */
  readonly createFromText: (text: string, fingerprint: string) => Promise<Result<RunDetails>>;
  /** Tries the connection again for runs that wait for it. */
  readonly connectionChanged: () => void;
  readonly close: () => Promise<void>;
}

export interface RunsOptions extends RunConnection {
  /** The data folder; the database is `runs.db` in it. */
  readonly folder: string;
  readonly version: string;
  readonly clock: Clock;
  readonly emit: EventBus['emit'];
  /** `isOpen` is false if the database can't be used. */
  readonly onProblem: (failure: Failure, isOpen: boolean) => void;
  /** Called whenever the database was opened, also after it couldn't be used. */
  readonly onOpen?: (() => void) | undefined;
  readonly onBug: (error: unknown) => void;
}

/** Creates the runs. Opens nothing before the first use. */
export function createRuns({ folder, version, clock, emit, onProblem, onOpen, onBug, ...connection }: RunsOptions): Runs {
  // a thread of its own, because a table must not slow the history
  const worker = createWorkerClient<RunStore, undefined>({
    name: 'runs',
    file: path.join(folder, 'runs.db'),
    workerUrl: new URL('./store-worker.ts', import.meta.url),
    now: clock.now,
    onBug,
    onOpened: (failure, isOpen) => {
      if (isOpen) onOpen?.();
      if (failure) onProblem(failure, isOpen);
    },
    onChanges: () => undefined,
  });
  const { store } = worker;
  const sources = createTableSources(folder);
  const tableTasks = createTableTasks();
  const isReadingTable = tableTasks.isBusy;
  const lifecycle = createRunLifecycle({ store, version, clock, connection, isReadingTable, emit, onBug });

  const create = async (recipe: Recipe, fingerprint: string | null): Promise<Result<RunDetails>> =>
    lifecycle.publish(await store.create({ id: randomUUID(), recipe: withoutProvenance(recipe), fingerprint }));

  const withRecord = async <T>(id: string, work: (record: RunRecord) => Result<T> | Promise<Result<T>>): Promise<Result<T>> => {
    const record = await store.read(id);
    return record.ok ? work(record.value) : record;
  };

  const createFromText = async (text: string, fingerprint: string | null): Promise<Result<RunDetails>> => {
    const recipe = parseRecipe(text);
    return recipe.ok ? create(recipe.value, fingerprint) : recipe;
  };

  return {
    list: async () => {
      const records = await store.list();
      return records.ok ? ok(records.value.map(lifecycle.summarize)) : records;
    },
    read: ({ id }) => withRecord(id, (record) => ok(lifecycle.describe(record))),
    create: ({ recipe }) => create(recipe ?? emptyRecipe, null),
    openRecipe: ({ text }) => createFromText(text, null),
    duplicate: async ({ id }, { signal }) => {
      const newId = randomUUID();
      const copy = (copying: AbortSignal) => store.duplicate({ id, newId }, { signal: copying, waitsForStop: true });
      return lifecycle.publish(await tableTasks.run(newId, signal, copy));
    },
    change: ({ id, recipe: changed }) =>
      withRecord(id, async (record) => {
        if (lifecycle.isActive(id)) return fail('run-running');
        const recipe = withoutProvenance(changed);
        const dropsResults = !hasSameRequests(record.recipe, recipe);
        if (dropsResults && record.state !== 'draft') return fail('run-not-draft');
        return lifecycle.publish(await store.changeRecipe({ id, recipe, dropsResults }));
      }),
    delete: async ({ id }, { signal }) => {
      await lifecycle.cancelRequests(id);
      while (isReadingTable(id)) await tableTasks.cancel(id);
      // a cancelled deletion would leave a part of the rows
      const deleted = await tableTasks.run(id, signal, () => store.delete(id));
      if (deleted.ok) emit('runs.deleted', [id]);
      return deleted;
    },

    pasteTable: ({ text }) => sources.paste(text),
    previewTable: ({ sourceId, options, limit }, { signal }) => sources.preview(sourceId, options, limit, signal),
    readTable: async ({ id, sourceId, options }, { signal }) => {
      const source = sources.find(sourceId);
      if (!source.ok) return source;
      return withRecord(id, (record) => {
        if (lifecycle.isActive(id)) return fail('run-running');
        if (record.state !== 'draft') return fail('run-not-draft');
        if (isReadingTable(id)) return fail('run-table-loading');
        return tableTasks.run(id, signal, async (reading) => {
          const { path: file, name: fileName, hasFolder } = source.value;
          const imported = await store.importTable(
            { id, path: file, fileName, folder: hasFolder ? path.dirname(file) : null, options },
            { signal: reading, waitsForStop: true, onProgress: (rows) => lifecycle.emitChange(record, rows) },
          );
          return imported.ok ? lifecycle.publish(await store.changeData({ id, data: { ...options, fileName } })) : imported;
        });
      });
    },

    preview: ({ id, row, variantId }) =>
      withRecord(id, async (record) => {
        const found = await store.row({ id, row });
        return found.ok ? previewPrompt(record, found.value, variantId, connection.reach) : found;
      }),
    dryRun: ({ id }) =>
      withRecord(id, ({ state }) => (state === 'draft' ? lifecycle.start(id, { isDryRun: true }) : fail('run-not-draft'))),
    start: ({ id }) => lifecycle.start(id, { isDryRun: false }),
    pause: ({ id }) => lifecycle.pause(id),
    stop: ({ id }) => lifecycle.stop(id),
    retry: ({ id, cell }) => lifecycle.retry(id, cell),

    page: (page, { signal }) => store.page(page, { signal }),
    cell: ({ id, cell }) =>
      withRecord(id, async (record) => {
        const found = await store.cell({ id, cell });
        if (!found.ok) return found;
        const preview = await previewPrompt(record, found.value.row, cell.variantId, connection.reach);
        return ok(describeCell(cell, found.value, preview.ok ? preview.value.body : null, record.source?.columns ?? []));
      }),
    label: (label) => store.label(label),
    statistics: ({ id }, { signal }) => store.statistics(id, { signal }),

    addSource: sources.add,
    exportTo: ({ id, format, file }, signal) => store.exportTo({ id, format, file }, { signal, waitsForStop: true }),
    findByFingerprint: async (fingerprint) => {
      const found = await store.findByFingerprint(fingerprint);
      return found.ok ? ok(found.value && lifecycle.describe(found.value)) : found;
    },
    createFromText,
    connectionChanged: lifecycle.connectionChanged,
    close: async () => {
      await lifecycle.close();
      await sources.close();
      await worker.close();
    },
  };
}

/** Returns a recipe without the provenance that an export added. */
function withoutProvenance({ provenance: _provenance, ...recipe }: Recipe): Recipe {
  return recipe;
}

/** Runs the work on the tables of runs: loading and deleting their rows. A table has one task at a time. */
export function createTableTasks() {
  const tasks = new Map<string, { readonly cancelling: AbortController; readonly ended: Promise<unknown> }>();
  return {
    isBusy: (id: string): boolean => tasks.has(id),
    /** Runs a task. Its signal is aborted by `signal` and by `cancel`. */
    run: async <T>(id: string, signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>): Promise<T> => {
      const cancelling = new AbortController();
      const ended = Promise.withResolvers<undefined>();
      const own = { cancelling, ended: ended.promise };
      tasks.set(id, own);
      try {
        return await task(AbortSignal.any([signal, cancelling.signal]));
      } finally {
        if (tasks.get(id) === own) tasks.delete(id);
        ended.resolve(undefined);
      }
    },
    /** Cancels the task of a run, and waits for its end. */
    cancel: async (id: string): Promise<void> => {
      const task = tasks.get(id);
      task?.cancelling.abort();
      await task?.ended;
    },
  };
}
