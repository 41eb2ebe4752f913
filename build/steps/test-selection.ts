/** Which tests run, and how. Set by `npm test`, for the configurations of the test runners and their workers. */
export interface TestSelection {
  /** Only the tests for every change, as `npm test` runs them. */
  readonly isQuick: boolean;
  /** Tests share no process, page or worker. Finds what one test leaves behind for another. */
  readonly isFresh: boolean;
  /** Tests of the window also run in Electron where the shell makes no difference. */
  readonly repeatsAllInElectron: boolean;
}

const variables = { isQuick: 'TEST_QUICK', isFresh: 'TEST_FRESH', repeatsAllInElectron: 'TEST_ELECTRON' } as const;

/** Reads the selection. */
export function readTestSelection(environment: NodeJS.ProcessEnv = process.env): TestSelection {
  const isSet = (name: keyof TestSelection): boolean => environment[variables[name]] !== undefined;
  return { isQuick: isSet('isQuick'), isFresh: isSet('isFresh'), repeatsAllInElectron: isSet('repeatsAllInElectron') };
}

/** Returns the environment in which `readTestSelection` reads a selection. */
export function selectionEnvironment(selection: TestSelection): NodeJS.ProcessEnv {
  const names = Object.keys(variables) as (keyof TestSelection)[];
  return Object.fromEntries(names.flatMap((name) => (selection[name] ? [[variables[name], '1']] : [])));
}
