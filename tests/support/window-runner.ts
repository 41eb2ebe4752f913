/** The shell in which tests open windows. Set by the Playwright project. */
export interface WindowRunner {
  readonly runsIn: 'browser' | 'electron';
}

/** Tag of the tests that Electron can't run. */
export const browserTag = '@browser';

/** Marks a test that can't run in Electron, with the reason. */
export function browserOnly(reason: string): {
  readonly tag: string;
  readonly annotation: { readonly type: string; readonly description: string };
} {
  return { tag: browserTag, annotation: { type: 'in a browser alone', description: reason } };
}
