import type { ElectronApplication } from 'playwright';

/**
 * Has the main process hold what it answers until it is sent. Its inspector holds no promise itself: while much is going on, as at
 * the start, one that is fulfilled at once can be collected before its answer is sent, though the work is done. A task of the event
 * loop holds the one below, and sends its answer at its own end.
 */
export function makeEvaluateReliable(electron: ElectronApplication): ElectronApplication {
  const evaluate = electron.evaluate.bind(electron);
  const held = (work: unknown): ((app: unknown, argument: unknown) => Promise<unknown>) => {
    const body = `return new Promise((resolve, reject) => setImmediate(() => {
      try { resolve((${String(work)})(app, argument)); } catch (error) { reject(error); }
    }));`;
    // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- it goes to the other process as text, whatever it is made of
    return new Function('app', 'argument', body) as ReturnType<typeof held>; // of these parameters, with this end
  };
  return Object.assign(electron, { evaluate: (work: unknown, argument?: unknown) => evaluate(held(work), argument) });
}
