/** The shell in which tests open windows. Set by the Playwright project. */
export interface WindowRunner {
  readonly runsIn: 'browser' | 'electron';
}

/** Tags of tests. */
export const tags = { quick: '@quick', both: '@both', browser: '@browser' } as const;

/** Marks a test of `npm test`, which runs it in Electron, or in a browser if there is no Electron. `all` runs it in both. */
export const quick = { tag: tags.quick };

/** Marks a test that touches what differs between the shells, with the reason. `all` runs it in both. */
export function both(reason: string) {
  return { tag: tags.both, annotation: { type: 'in both shells', description: reason } };
}

/** Marks a test that reloads the page, which Electron does itself. */
export const reloads = both('Electron reloads the page itself');

/** Marks a test that can't run in Electron, with the reason. */
export function browserOnly(reason: string) {
  return { tag: tags.browser, annotation: { type: 'in a browser alone', description: reason } };
}

/** Marks a test that can't run in Electron as one of `npm test`, which runs it in a browser. */
export function quickInBrowser(mark: ReturnType<typeof browserOnly>) {
  return { ...mark, tag: [mark.tag, tags.quick] };
}
