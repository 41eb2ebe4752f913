import type { Dialogs } from './dialogs/dialogs.ts';
import type { GestureMemory } from './gesture-memory.ts';

/** A gesture that was noticed, or that the user has said was theirs. */
interface AssistedGesture {
  readonly use: (what: string) => boolean | Promise<boolean>;
}

export interface AssistedGestureOptions {
  readonly noticed: Pick<GestureMemory, 'use'>;
  /** Whether a screen reader or the like is at work. */
  readonly isAssisted: () => boolean;
  readonly confirm: Dialogs['confirm'];
  readonly now: () => number;
}

/** After a no it is not asked again for so long: a hostile page must not wear anybody down. */
const restMs = 60_000;

/**
 * A screen reader presses a button through the system's accessibility interface, and Electron tells of no input then:
 * the click is made inside the page. So where one is at work, what was not noticed is asked about in a dialog of the
 * system's, which no page can answer; elsewhere it is refused, as what a page did by itself.
 */
export function createAssistedGesture({ noticed, isAssisted, confirm, now }: AssistedGestureOptions): AssistedGesture {
  let refusedAt = -Infinity;
  return {
    use: (what) => {
      if (noticed.use()) return true;
      if (!isAssisted() || now() - refusedAt < restMs) return false;
      const ask = async (): Promise<boolean> => {
        const isYes = await confirm({
          message: `Did you ask Causeway to ${what}?`,
          detail:
            'No click and no key was noticed, as happens with a screen reader. If it was not you, something in the window tried it by itself.',
          yes: 'It was me',
        });
        if (!isYes) refusedAt = now();
        return isYes;
      };
      return ask();
    },
  };
}
