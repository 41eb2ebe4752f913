import { runRoutes } from '../../contract/run-routes.ts';
import type { RunOperations, Runs, RunsOptions } from './runs.ts';

/** Creates the runs at their first use, so that a program that only chats doesn't load their code. */
export function loadRunsOnFirstUse(options: RunsOptions): Runs {
  let loading: Promise<Runs> | undefined;
  const load = (): Promise<Runs> => (loading ??= import('./runs.ts').then(({ createRuns }) => createRuns(options)));
  const names = Object.keys(runRoutes).map((route) => route.slice('runs.'.length) as keyof RunOperations);
  // the type of `Runs` has an operation for each of these routes
  const operations = Object.fromEntries(
    names.map((name) => [name, async (input: never, context: never) => (await load())[name](input, context)]),
  ) as unknown as RunOperations;
  return {
    ...operations,
    addSource: async (file) => (await load()).addSource(file),
    exportTo: async (target, signal) => (await load()).exportTo(target, signal),
    findByFingerprint: async (fingerprint) => (await load()).findByFingerprint(fingerprint),
    createFromText: async (text, fingerprint) => (await load()).createFromText(text, fingerprint),
    connectionChanged: () => void loading?.then((runs) => runs.connectionChanged()),
    close: async () => {
      await (await loading)?.close();
    },
  };
}
