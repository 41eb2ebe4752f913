import type { Result } from '../../electron/contract/failure.ts';
import type { RunDetails, RunExportFormat, RunSummary } from '../../electron/contract/runs.ts';
import { modelsFor, pickModel } from '../state/model-choice.ts';
import type { Session } from '../state/session.ts';
import { createQuery } from '../state/query.ts';
import { createStore } from '../state/store.ts';
import { runsText } from './text.ts';

export type Runs = ReturnType<typeof createRuns>;

/** Creates the state of the screen: all runs, and the one that is open. */
export function createRuns(session: Session) {
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
    /** Newest first. */
    list,
    /** Loads the list when the section is shown for the first time. */
    load: (): void => {
      if (isLoaded) return;
      isLoaded = true;
      void list.reload();
    },
    /** The open run. Null shows the list. */
    openId,
    /** Adds the pending save of a closed editor. */
    addSave: (save: Promise<unknown>): void => {
      saves = Promise.allSettled([saves, save]);
    },
    /** Resolves when all closed editors are saved. Wait for it before a run is read. */
    saved: (): Promise<unknown> => saves,
    /** Creates a draft with a suitable model, and opens it. Only one at a time. */
    create: (): Promise<void> => {
      creating ??= create().finally(() => {
        creating = undefined;
      });
      return creating;
    },
    /** Creates a draft from a recipe file, and opens it. */
    openRecipe: async (): Promise<void> => {
      show(await attempt(bridge.call('shell.openRunRecipe')));
    },
    duplicate: async (id: string): Promise<void> => {
      await saves;
      show(await attempt(bridge.call('runs.duplicate', { id })));
    },
    remove: async ({ id, name }: RunSummary): Promise<void> => {
      const result = await attempt(bridge.call('runs.delete', { id }));
      if (result.ok) toaster.show({ title: runsText.list.deleted(name) });
    },
    exportTo: async (id: string, format: RunExportFormat): Promise<void> => {
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

/** Returns the commands of runs for the command palette. */
export function runCommands(runs: Runs, show: () => void) {
  return [
    {
      id: 'new-run',
      title: runsText.commands.create,
      group: runsText.commands.group,
      keywords: ['table', 'batch', 'csv', 'rows'],
      run: () => {
        show();
        void runs.create();
      },
    },
    {
      id: 'open-run-recipe',
      title: runsText.commands.openRecipe,
      group: runsText.commands.group,
      run: () => {
        show();
        void runs.openRecipe();
      },
    },
  ];
}
