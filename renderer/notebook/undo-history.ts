import { createStore, type Store } from '../state/store.ts';
import type { NotebookText } from '../../electron/contract/notebook-text.ts';

/** Where a text is saved. Its positions share it, because the text is saved after most of them. */
export interface SavedPlace {
  conversationId: string | null;
}

/** A state that undo returns to. */
export interface Position {
  readonly place: SavedPlace;
  readonly text: NotebookText;
  /** The message that the text follows, or null. */
  readonly nodeId: string | null;
  /** The text as it is saved at that message, or in the request that followed. */
  readonly savedText: string;
}

export interface UndoState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** The positions before each continuation, each change of branch and each series of edits. */
export interface UndoHistory {
  readonly state: Store<UndoState>;
  /** Adds the position before a change. Redo is no longer possible. */
  readonly add: (position: Position) => void;
  /** Adds the position before an edit, unless the last change was an edit too: further edits belong to the same step. */
  readonly addEdit: (position: Position) => void;
  /** Replaces all positions, as when another text is opened. */
  readonly reset: (positions: readonly Position[], lastChange?: 'edit') => void;
  /** Returns the position to go back to, or undefined. `current` is what redo returns to. */
  readonly undo: (current: Position) => Position | undefined;
  readonly redo: (current: Position) => Position | undefined;
}

const maxPositions = 50;

export function createUndoHistory(): UndoHistory {
  const state = createStore<UndoState>({ canUndo: false, canRedo: false });
  let past: readonly Position[] = [];
  let future: readonly Position[] = [];
  let wasEdit = false;

  const set = (nextPast: readonly Position[], nextFuture: readonly Position[], isEdit: boolean): void => {
    past = nextPast.slice(-maxPositions);
    future = nextFuture;
    wasEdit = isEdit;
    state.write({ canUndo: past.length > 0, canRedo: future.length > 0 });
  };

  return {
    state,
    add: (position) => {
      set([...past, position], [], false);
    },
    addEdit: (position) => {
      if (wasEdit) return;
      set(position.text.text === '' ? past : [...past, position], [], true);
    },
    reset: (positions, lastChange) => {
      set(positions, [], lastChange === 'edit');
    },
    undo: (current) => {
      const last = past.at(-1);
      if (last !== undefined) set(past.slice(0, -1), [current, ...future], false);
      return last;
    },
    redo: (current) => {
      const [next, ...others] = future;
      if (next !== undefined) set([...past, current], others, false);
      return next;
    },
  };
}
