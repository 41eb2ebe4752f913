import { firstWindow } from './window-plan.ts';

/** Together with 100 first windows this stays below 64 MiB, whatever the readers do. */
const growthBytes = 32 * 1024 * 1024;

/** What all channels of a session may grow by, together. */
export interface WindowBudget {
  readonly spare: () => number;
  /** A channel's share of it; `hold` says how large its window may be at most, counting what is still owed. */
  readonly share: () => { readonly hold: (bytes: number) => void; readonly end: () => void };
}

/** A budget of which nothing is used. */
export function createWindowBudget(): WindowBudget {
  let used = 0;
  return {
    spare: () => growthBytes - used,
    share: () => {
      let held = 0;
      const hold = (bytes: number): void => {
        const next = Math.max(0, bytes - firstWindow);
        used += next - held;
        held = next;
      };
      return { hold, end: () => hold(0) };
    },
  };
}
