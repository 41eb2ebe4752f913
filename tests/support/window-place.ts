/** In what the windows of a test are opened; chosen by the project of the configuration. */
export interface WindowPlace {
  readonly runsIn: 'chromium' | 'electron';
}

/** Stands on the tests that Electron can't run. */
export const chromiumTag = '@chromium';

/** Marks a test for which the core must be given what only the test's own process can give it, and says what. */
export function inChromiumAlone(reason: string): {
  readonly tag: string;
  readonly annotation: { readonly type: string; readonly description: string };
} {
  return { tag: chromiumTag, annotation: { type: 'in Chromium alone', description: reason } };
}
