/** What shows the windows of a test; chosen by the project of the configuration. */
export interface WindowRunner {
  readonly runsIn: 'browser' | 'electron';
}

/** Stands on the tests that Electron can't run. */
export const browserTag = '@browser';

/** Marks a test for which Electron can't be given what it needs, and says what. */
export function browserOnly(reason: string): {
  readonly tag: string;
  readonly annotation: { readonly type: string; readonly description: string };
} {
  return { tag: browserTag, annotation: { type: 'in a browser alone', description: reason } };
}
