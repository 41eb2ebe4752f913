import { createStore, type Store } from '../state/store.ts';
import { guide } from './guide.ts';

/** The state of the help panel. */
export interface HelpView {
  readonly isOpen: boolean;
  /** The shown part, or null for the list of all parts. */
  readonly partId: string | null;
  /** Counts requests to open, so that each moves the focus to the panel. */
  readonly openCount: number;
}

/** Opens and closes the help panel. */
export interface Help extends Store<HelpView> {
  /** Opens a part, or the list of all parts. */
  readonly open: (partId: string | null) => void;
  readonly close: () => void;
}

export function createHelp(): Help {
  const store = createStore<HelpView>({ isOpen: false, partId: null, openCount: 0 });
  return {
    ...store,
    open: (partId) => {
      const isKnown = guide.some(({ id }) => id === partId);
      store.write({ isOpen: true, partId: isKnown ? partId : null, openCount: store.read().openCount + 1 });
    },
    close: () => {
      store.write({ ...store.read(), isOpen: false });
    },
  };
}
