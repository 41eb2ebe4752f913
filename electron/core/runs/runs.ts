import { failed, type Result } from '../../contract/failure.ts';
import type { RunExportFormat, TableSource } from '../../contract/runs.ts';
import { runRoutes } from '../../contract/runs.ts';
import type { CheckedInput, RouteName, RouteOutput } from '../../contract/routes.ts';

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
  /** Makes a file of the user's choice a source. `release` is called when it isn't needed any more. */
  readonly addSource: (file: ChosenTable) => Promise<Result<TableSource>>;
  readonly exportTo: (target: RunExport, signal: AbortSignal) => Promise<Result<undefined>>;
  readonly close: () => Promise<void>;
}

/** A file with a table. `hasFolder` says whether attachments may be looked up beside it. */
export interface ChosenTable {
  readonly path: string;
  readonly name: string;
  readonly hasFolder: boolean;
  readonly release: () => Promise<void>;
}

export function createRuns(): Runs {
  const unavailable = async (): Promise<Result<never>> => failed('unsupported', 'Runs are not available yet.', 'Update Causeway.');
  const operations = Object.fromEntries(
    Object.keys(runRoutes).map((route) => [route.slice('runs.'.length), unavailable]),
  ) as unknown as RunOperations;
  return { ...operations, addSource: unavailable, exportTo: unavailable, close: async () => undefined };
}
