import type { Result } from '../../electron/contract/failure.ts';
import type { RunDetails, RunExportFormat, RunSummary } from '../../electron/contract/runs.ts';
import { modelsFor, pickModel } from '../state/model-choice.ts';
import type { Session } from '../state/session.ts';
import { createQuery, type Query } from '../state/query.ts';
import { createStore, type WritableStore } from '../state/store.ts';
import { runsText } from './text.ts';

/** All runs, and the one that is open. */
export interface Runs {
  /** Newest first. Loaded when the section is shown for the first time. */
  readonly list: Query<readonly RunSummary[]>;
  readonly load: () => void;
  /** The open run. Null shows the list. */
  readonly openId: WritableStore<string | null>;
  /** Adds the pending save of a closed editor. */
  readonly addSave: (save: Promise<unknown>) => void;
  /** Resolves when all closed editors are saved. Wait for it before a run is read. */
  readonly saved: () => Promise<unknown>;
  /** Creates a draft with a suitable model, and opens it. Only one at a time. */
  readonly create: () => Promise<void>;
  /** Creates a draft from a recipe file, and opens it. */
  readonly openRecipe: () => Promise<void>;
  readonly duplicate: (id: string) => Promise<void>;
  readonly remove: (run: RunSummary) => Promise<void>;
  readonly exportTo: (id: string, format: RunExportFormat) => Promise<void>;
}

export function createRuns(session: Session): Runs {
  const { bridge, attempt, toaster, connection } = session;
  const list = createQuery(() => bridge.call('runs.list'));
  const openId = createStore<string | null>(null);
  let isLoaded = false;
  let saves: Promise<unknown> = Promise.resolve();
  let creating: Promise<void> | undefined;
  const merge = (runs: readonly RunSummary[]): void => {
    list.change((current) => mergeRuns(current, runs));
  };
  bridge.on('runs.changed', merge);
  bridge.on('runs.deleted', (ids) => {
    list.change((current) => current.filter(({ id }) => !ids.includes(id)));
    if (ids.includes(openId.read() ?? '')) openId.write(null);
  });
  bridge.on('link.restored', () => {
    if (isLoaded) void list.reload();
  });
  const show = (result: Result<RunDetails | null>): void => {
    if (!result.ok || result.value === null) return;
    merge([result.value]);
    openId.write(result.value.id);
  };
  const withModel = async (result: Result<RunDetails>): Promise<Result<RunDetails>> => {
    const now = connection.read();
    const model = now.state === 'ready' ? pickModel(modelsFor(now, 'chat'), now.mode, null) : undefined;
    if (!result.ok || model === undefined) return result;
    const { id, recipe } = result.value;
    return attempt(bridge.call('runs.change', { id, recipe: { ...recipe, models: [{ id: 'm1', model: model.id, parameters: {} }] } }));
  };
  const create = async (): Promise<void> => {
    show(await withModel(await attempt(bridge.call('runs.create', { recipe: null }))));
  };
  return {
    list,
    load: () => {
      if (isLoaded) return;
      isLoaded = true;
      void list.reload();
    },
    openId,
    addSave: (save) => {
      saves = Promise.allSettled([saves, save]);
    },
    saved: () => saves,
    create: () => {
      creating ??= create().finally(() => {
        creating = undefined;
      });
      return creating;
    },
    openRecipe: async () => {
      show(await attempt(bridge.call('shell.openRunRecipe')));
    },
    duplicate: async (id) => {
      await saves;
      show(await attempt(bridge.call('runs.duplicate', { id })));
    },
    remove: async ({ id, name }) => {
      const result = await attempt(bridge.call('runs.delete', { id }));
      if (result.ok) toaster.show({ title: runsText.list.deleted(name) });
    },
    exportTo: async (id, format) => {
      const result = await attempt(bridge.call('shell.exportRun', { id, format }));
      if (result.ok && result.value.file !== null) toaster.show({ title: runsText.exported, description: result.value.file });
    },
  };
}

/** Merges new and changed runs into the list, newest first. */
export function mergeRuns(runs: readonly RunSummary[], changed: readonly RunSummary[]): readonly RunSummary[] {
  const newer = new Map(changed.map((run) => [run.id, run]));
  const updated = runs.map((run) => newer.get(run.id) ?? run);
  const added = changed.filter(({ id }) => !runs.some((run) => run.id === id));
  return added.length === 0 ? updated : [...added, ...updated].toSorted((a, b) => b.createdAt - a.createdAt);
}
