import type { ElectronApplication } from 'playwright';

/**
 * Makes `evaluate` reliable while the main process is busy. The inspector retains no promise itself: one that resolves at once can be
 * garbage-collected before its result is sent. A task of the event loop retains the promise below until then.
 */
export function makeEvaluateReliable(electron: ElectronApplication): ElectronApplication {
  const evaluate = electron.evaluate.bind(electron);
  const retained = (work: unknown): ((app: unknown, argument: unknown) => Promise<unknown>) => {
    const body = `return new Promise((resolve, reject) => setImmediate(() => {
      try { resolve((${String(work)})(app, argument)); } catch (error) { reject(error); }
    }));`;
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- it is sent to the other process as text
    return new Function('app', 'argument', body) as ReturnType<typeof retained>; // with these parameters and this result
  };
  return Object.assign(electron, { evaluate: (work: unknown, argument?: unknown) => evaluate(retained(work), argument) });
}
