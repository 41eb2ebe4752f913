import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { ok, type Failure, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { describeFailure } from '../../contract/failures/render-failure.ts';
import { recipeLimits } from '../../contract/run-constants.ts';
import type { Recipe } from '../../contract/run-recipe.ts';
import type { Cell, CellId, PromptPreview, RunDetails, RunExportFormat, TableSource } from '../../contract/runs.ts';
import type { CheckedInput, RouteName, RouteOutput } from '../../contract/routes.ts';
import { buildChat, buildCompletion, type ServiceHandle } from '../llm-client/llm-client.ts';
import type { Clock } from '../shared/clock.ts';
import type { EventBus } from '../shared/event-bus.ts';
import { responseFormat } from './answer-rules/request-form.ts';
import { readAttachments } from './cells/attachments.ts';
import { buildCellRequest, findModel, withResponseFormat } from './cells/build-request.ts';
import { asksSame, checkRecipe, emptyRecipe, parseRecipe } from './recipe-check.ts';
import { openRunStore } from './open-run-store.ts';
import { rowValues } from './row-values.ts';
import { driveRun, type RunDriver } from './run-driver.ts';
import type { StoredRow } from './store/run-store.ts';
import type { RunProvenance, RunRecord } from './store/run-record.ts';
import { describe, lastRowOf, summarize } from './summarize.ts';
import { createTableSources, type ChosenTable } from './table-sources.ts';
import { variantsOf } from './variants.ts';

export type { ChosenTable } from './table-sources.ts';

type RunRoute = Extract<RouteName, `runs.${string}`>;

/** The answers to the routes `runs.NAME`, by their names. */
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
  /** Finds the run of a recipe and rows that a program started before, by their hash. */
  readonly findByFingerprint: (fingerprint: string) => Promise<Result<RunDetails | null>>;
  /** Creates the run of a recipe file, to be found again by the hash. */
  readonly createFromText: (text: string, fingerprint: string) => Promise<Result<RunDetails>>;
  /** Something about the connection has changed. */
  readonly connectionChanged: () => void;
  readonly close: () => Promise<void>;
}

export interface RunsOptions {
  /** The data folder. */
  readonly folder: string;
  readonly version: string;
  readonly clock: Clock;
  readonly reach: () => Promise<Result<ServiceHandle>>;
  readonly serviceHost: () => string;
  readonly emit: EventBus['emit'];
  readonly onProblem: (failure: Failure) => void;
  readonly onBug: (error: unknown) => void;
}

interface ActiveRun {
  readonly driver: RunDriver;
  record: RunRecord;
  /** The state to return to, if only one cell is asked. */
  readonly returnsTo: Pick<RunRecord, 'state' | 'reason'> | null;
  /** Resolves when the end is stored. */
  readonly finished: Promise<void>;
}

const emitEveryMs = 250;
const connectionTryMs = 1000;

/** Creates the runs. Nothing is opened before the first use. */
export function createRuns({ folder, version, clock, reach, serviceHost, emit, onProblem, onBug }: RunsOptions): Runs {
  const worker = openRunStore({ folder, clock, onProblem, onBug });
  const { store } = worker;
  const sources = createTableSources(folder);
  const active = new Map<string, ActiveRun>();
  const emitTimers = new Map<string, NodeJS.Timeout>();
  const reading = new Set<string>();
  let isClosing = false;
  let connectionTriedAt = -Infinity;
  const steadyNow = (): number => performance.now();

  const detailsOf = (record: RunRecord): RunDetails => describe(record, active.get(record.id)?.driver);
  const changed = (record: RunRecord, rowsRead?: number): void => {
    clearTimeout(emitTimers.get(record.id));
    emitTimers.delete(record.id);
    emit('runs.changed', [summarize(record, active.get(record.id)?.driver, rowsRead)]);
  };
  const changedSoon = (id: string): void => {
    if (emitTimers.has(id) || isClosing) return;
    emitTimers.set(
      id,
      setTimeout(() => {
        emitTimers.delete(id);
        const run = active.get(id);
        if (run) changed(run.record);
      }, emitEveryMs),
    );
  };
  /** Stores a change and tells of it. */
  const stored = (result: Result<RunRecord>): Result<RunDetails> => {
    if (!result.ok) return result;
    const run = active.get(result.value.id);
    if (run) run.record = result.value;
    changed(result.value);
    return ok(detailsOf(result.value));
  };

  const provenanceOf = async ({ recipe }: RunRecord): Promise<RunProvenance> => {
    const service = await reach();
    const wanted = new Set(recipe.models.map(({ model }) => model));
    const models = service.ok ? service.value.models.filter(({ id }) => wanted.has(id)) : [];
    return { serviceHost: serviceHost(), causewayVersion: version, models };
  };

  /** Starts the requests of a run: all that are pending up to its last row, or one cell. */
  const drive = async (before: RunRecord, only: CellId | null, returnsTo: ActiveRun['returnsTo']): Promise<Result<RunDetails>> => {
    const lastRow = only ? only.row : lastRowOf(before);
    const counted = only ? ok(1) : await store.countPending({ id: before.id, lastRow });
    if (!counted.ok) return counted;
    const provenance = await provenanceOf(before);
    const startedAt = before.startedAt ?? clock.now();
    // one cell of a draft must not leave a run that would continue with the whole table
    const isDryRun = before.isDryRun || returnsTo?.state === 'draft';
    const change = { state: 'running', reason: null, isDryRun, startedAt, endedAt: null, provenance } as const;
    const started = await store.change({ id: before.id, change });
    if (!started.ok) return started;
    if (active.has(before.id) || isClosing) return fail('run-running');
    const record = started.value;
    const onlySlot = only ? slotIn(record.recipe, only) : undefined;
    const driver = driveRun({
      record,
      queued: counted.value,
      fetch: async (after, limit) => {
        if (!only) return store.pending({ id: record.id, after, lastRow, limit });
        if (after >= only.row) return ok([]);
        const row = await store.row({ id: record.id, row: only.row });
        return row.ok ? ok([{ row: only.row, values: row.value.values, slots: onlySlot === undefined ? [] : [onlySlot] }]) : row;
      },
      save: (batch) => store.saveResults(batch),
      reach,
      now: clock.now,
      steadyNow,
      most: recipeLimits.concurrency,
      onChange: () => changedSoon(record.id),
      onBug,
    });
    const finished = driver.ended.then((reason) => finish(record.id, reason));
    active.set(record.id, { driver, record, returnsTo, finished });
    changed(record);
    return ok(detailsOf(record));
  };

  const finish = async (id: string, reason: 'complete' | 'tokens' | 'minutes' | 'user'): Promise<void> => {
    const run = active.get(id);
    if (!run) return;
    const { record, driver, returnsTo } = run;
    const runningMs = driver.runningMs();
    const end = endState(record, reason, returnsTo);
    const saved = await store.change({ id, change: { ...end, isDryRun: false, endedAt: clock.now(), runningMs } });
    active.delete(id);
    if (saved.ok) changed(saved.value);
    else onBug(new Error(`the end of a run could not be saved: ${describeFailure(saved.failure).message}`));
  };

  const endState = (record: RunRecord, reason: 'complete' | 'tokens' | 'minutes' | 'user', returnsTo: ActiveRun['returnsTo']) => {
    if (record.isDryRun) return { state: 'draft', reason: 'dry-run' } as const;
    if (isClosing) return { state: 'paused', reason: 'program-ended' } as const;
    if (returnsTo) return returnsTo;
    if (reason === 'user') return { state: 'stopped', reason } as const;
    if (reason !== 'complete') return { state: 'finished', reason } as const;
    return { state: 'finished', reason: lastRowOf(record) < record.rows ? 'rows' : 'complete' } as const;
  };

  const start = async (id: string, isDryRun: boolean): Promise<Result<RunDetails>> => {
    const run = active.get(id);
    if (run) {
      if (run.record.state !== 'paused') return fail('run-running');
      const changing = await store.change({ id, change: { state: 'running', reason: null } });
      run.driver.continue();
      return stored(changing);
    }
    const record = await store.read(id);
    if (!record.ok) return record;
    if (record.value.isReading || reading.has(id)) return fail('run-table-loading');
    const checked = checkRecipe(record.value.recipe, record.value.rows, record.value.source?.columns ?? []);
    if (!checked.ok) return checked;
    const marked = await store.change({ id, change: { isDryRun } });
    return marked.ok ? drive(marked.value, null, null) : marked;
  };

  const retry = async (id: string, cell: CellId | null): Promise<Result<RunDetails>> => {
    const before = await store.read(id);
    if (!before.ok) return before;
    const again = await store.retry({ id, cell });
    if (!again.ok) return again;
    if (again.value === 0) return fail('run-nothing-to-retry');
    const run = active.get(id);
    if (run) {
      run.driver.queueAgain(again.value);
      return ok(detailsOf(run.record));
    }
    const { state, reason } = before.value;
    const record = await store.read(id);
    if (!record.ok) return record;
    return drive(record.value, cell, cell ? { state: state === 'running' ? 'paused' : state, reason } : null);
  };

  const create = async (recipe: Recipe, fingerprint: string | null): Promise<Result<RunDetails>> => {
    const { provenance: _provenance, ...plain } = recipe;
    return stored(await store.create({ id: randomUUID(), recipe: plain, fingerprint }));
  };

  const prompt = async (record: RunRecord, row: StoredRow, variantId: string): Promise<Result<PromptPreview>> => {
    const { recipe, source } = record;
    const variant = variantsOf(recipe).find((each) => each.id === variantId);
    if (!variant) return fail('run-cell-not-found');
    const values = rowValues(source?.columns ?? [], row.values);
    const files = recipe.attachmentColumn === null ? '' : (values[recipe.attachmentColumn] ?? '');
    const attached = files === '' ? ({ kind: 'read', attachments: [] } as const) : await readAttachments(source?.folder ?? null, files);
    if (attached.kind === 'failed') return { ok: false, failure: attached.failure };
    const built = buildCellRequest(recipe, variant, values, attached.attachments);
    if (built.kind === 'failed') return { ok: false, failure: built.failure };
    const { request } = built;
    const service = await reach();
    const model = service.ok ? findModel(service.value.models, request.model) : undefined;
    const parameters = withResponseFormat(
      request.parameters,
      model && request.kind === 'chat' ? responseFormat(recipe.answer, model.engine) : undefined,
    );
    const shown = model ?? unknownModel(request.model);
    const body =
      request.kind === 'chat'
        ? buildChat({ model: shown, messages: request.messages, parameters })
        : buildCompletion({ model: shown, prompt: request.prompt, parameters });
    return ok({
      row: row.row,
      variantId,
      messages: request.kind === 'chat' ? request.messages : null,
      prompt: request.kind === 'text' ? request.prompt : null,
      body: body.body,
      unknownColumns: request.unknown,
      notes: body.notes,
    });
  };

  return {
    list: async () => {
      const records = await store.list();
      return records.ok ? ok(records.value.map((record) => summarize(record, active.get(record.id)?.driver))) : records;
    },
    read: async ({ id }) => {
      const record = await store.read(id);
      return record.ok ? ok(detailsOf(record.value)) : record;
    },
    create: ({ recipe }) => create(recipe ?? emptyRecipe, null),
    openRecipe: async ({ text }) => {
      const recipe = parseRecipe(text);
      return recipe.ok ? create(recipe.value, null) : recipe;
    },
    duplicate: async ({ id }, { signal }) => stored(await store.duplicate({ id, newId: randomUUID() }, { signal })),
    change: async ({ id, recipe }) => {
      const record = await store.read(id);
      if (!record.ok) return record;
      const { provenance: _provenance, ...plain } = recipe;
      if (active.has(id)) return fail('run-running');
      const dropsResults = !asksSame(record.value.recipe, plain);
      if (dropsResults && record.value.state !== 'draft') return fail('run-not-draft');
      return stored(await store.changeRecipe({ id, recipe: plain, dropsResults }));
    },
    delete: async ({ id }, { signal }) => {
      const run = active.get(id);
      if (run) {
        run.driver.stop();
        await run.finished;
      }
      const deleted = await store.delete(id, { signal });
      if (deleted.ok) emit('runs.deleted', [id]);
      return deleted;
    },
    pasteTable: ({ text }) => sources.paste(text),
    previewTable: ({ sourceId, options, limit }, { signal }) => sources.preview(sourceId, options, limit, signal),
    readTable: async ({ id, sourceId, options }, { signal }) => {
      const file = sources.find(sourceId);
      if (!file.ok) return file;
      const record = await store.read(id);
      if (!record.ok) return record;
      if (active.has(id)) return fail('run-running');
      if (record.value.state !== 'draft') return fail('run-not-draft');
      if (reading.has(id)) return fail('run-table-loading');
      reading.add(id);
      try {
        const { path: from, name: fileName, hasFolder } = file.value;
        const read = await store.importTable(
          { id, path: from, fileName, folder: hasFolder ? path.dirname(from) : null, options },
          { signal, waitsForStop: true, onProgress: (rows) => changed(record.value, rows) },
        );
        if (!read.ok) return read;
        return stored(
          await store.changeRecipe({ id, recipe: { ...record.value.recipe, data: { ...options, fileName } }, dropsResults: false }),
        );
      } finally {
        reading.delete(id);
      }
    },
    preview: async ({ id, row, variantId }) => {
      const record = await store.read(id);
      if (!record.ok) return record;
      const found = await store.row({ id, row });
      return found.ok ? prompt(record.value, found.value, variantId) : found;
    },
    dryRun: async ({ id }) => {
      const record = await store.read(id);
      if (!record.ok) return record;
      return record.value.state === 'draft' ? start(id, true) : fail('run-not-draft');
    },
    start: ({ id }) => start(id, false),
    pause: async ({ id }) => {
      const run = active.get(id);
      if (!run) return fail('run-not-running');
      run.driver.pause();
      return stored(await store.change({ id, change: { state: 'paused', reason: 'user', runningMs: run.driver.runningMs() } }));
    },
    stop: async ({ id }) => {
      const run = active.get(id);
      if (!run) {
        const record = await store.read(id);
        if (!record.ok) return record;
        if (record.value.state !== 'paused') return fail('run-not-running');
        return stored(await store.change({ id, change: { state: 'stopped', reason: 'user', endedAt: clock.now() } }));
      }
      run.driver.stop();
      await run.finished;
      const record = await store.read(id);
      return record.ok ? ok(detailsOf(record.value)) : record;
    },
    retry: ({ id, cell }) => retry(id, cell),
    page: (page, { signal }) => store.page(page, { signal }),
    cell: async ({ id, cell }) => {
      const record = await store.read(id);
      if (!record.ok) return record;
      const found = await store.cell({ id, cell });
      if (!found.ok) return found;
      const { row, result, detail } = found.value;
      const asked = await prompt(record.value, row, cell.variantId);
      return ok({
        ...cell,
        state: result?.state ?? 'pending',
        answer: result?.answer ?? '',
        reasoning: detail?.reasoning ?? '',
        fields: result?.fields ? (JSON.parse(result.fields) as Cell['fields']) : {},
        failure: detail?.failure ?? null,
        usage: detail?.usage ?? null,
        timings: detail?.timings ?? null,
        finish: detail?.finish ?? null,
        attempts: detail?.attempts ?? 0,
        isRepaired: detail?.isRepaired ?? false,
        notes: detail?.notes ?? [],
        address: detail?.address ?? null,
        request: asked.ok ? asked.value.body : null,
        answeredAt: detail?.answeredAt ?? null,
        values: rowValues(record.value.source?.columns ?? [], row.values),
      });
    },
    label: (label) => store.label(label),
    statistics: ({ id }, { signal }) => store.statistics(id, { signal }),

    addSource: sources.add,
    exportTo: async ({ id, format, file }, signal) => store.exportTo({ id, format, file }, { signal, waitsForStop: true }),
    findByFingerprint: async (fingerprint) => {
      const found = await store.findByFingerprint(fingerprint);
      return found.ok ? ok(found.value && detailsOf(found.value)) : found;
    },
    createFromText: async (text, fingerprint) => {
      const recipe = parseRecipe(text);
      return recipe.ok ? create(recipe.value, fingerprint) : recipe;
    },
    connectionChanged: () => {
      if (steadyNow() - connectionTriedAt < connectionTryMs) return;
      connectionTriedAt = steadyNow();
      for (const { driver } of active.values()) driver.connectionChanged();
    },
    close: async () => {
      isClosing = true;
      for (const timer of emitTimers.values()) clearTimeout(timer);
      for (const { driver } of active.values()) driver.close();
      await Promise.all([...active.values()].map(({ finished }) => finished));
      await sources.close();
      await worker.close();
    },
  };
}

function slotIn(recipe: Recipe, { variantId, repeat }: CellId): number | undefined {
  const index = variantsOf(recipe).findIndex(({ id }) => id === variantId);
  return index === -1 ? undefined : index * recipe.repeats + repeat - 1;
}

/** A model that the catalogue doesn't know, for a preview without a connection. */
function unknownModel(id: string): ServiceHandle['models'][number] {
  const capabilities = { chat: true, completion: true, tools: false, reasoning: false, reasoningEffort: true };
  return {
    id,
    segment: null,
    engine: 'unknown',
    capabilities,
    contextLength: null,
    origin: 'discovered',
    presence: { proxy: 'unchecked', direct: 'unchecked' },
  };
}
