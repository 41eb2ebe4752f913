import { createStore, type Store } from '../state/store.ts';
import type { NotebookText } from '../../electron/presentation/notebook-text.ts';

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

/** The positions before each continuation, each change of branch and each series of edits. Keeps other texts that are saved nowhere. */
export interface UndoHistory {
  readonly state: Store<UndoState>;
  /** Adds the position before a change. Redo is no longer possible. */
  readonly add: (position: Position) => void;
  /** Adds the position before an edit, unless the last change was an edit too: further edits belong to the same step. */
  readonly addEdit: (position: Position) => void;
  /** Adds the position after a series of edits, if the last change was an edit. The next edit is a step of its own. */
  readonly addAfterEdit: (position: Position) => void;
  /** Returns the positions whose text is saved nowhere, oldest first. */
  readonly unsaved: () => readonly Position[];
  /** Adds positions of an earlier window before all others. */
  readonly restore: (positions: readonly Position[]) => void;
  /** Removes the positions of conversations that were deleted for good. */
  readonly forget: (conversationIds: readonly string[]) => void;
  /** Replaces the positions that are saved, as when another text is opened. */
  readonly reset: (positions: readonly Position[], lastChange?: 'edit') => void;
  /** Returns the position to go back to, or undefined. `current` is what redo returns to. */
  readonly undo: (current: Position) => Position | undefined;
  readonly redo: (current: Position) => Position | undefined;
}

/** The number of positions from which on only those that are saved nowhere are kept. */
const maxPositions = 50;

/** Whether the text of a position is saved nowhere. */
export function isUnsaved({ text: { text }, savedText }: Position): boolean {
  return text !== '' && text !== savedText;
}

/** Gives an unsaved text a place of its own, so that it counts as another text than the one that replaces it in its conversation. */
export function asLeft(position: Position): Position {
  return isUnsaved(position) ? { ...position, place: { ...position.place } } : position;
}

export function createUndoHistory(): UndoHistory {
  const state = createStore<UndoState>({ canUndo: false, canRedo: false });
  let past: readonly Position[] = [];
  let future: readonly Position[] = [];
  let wasEdit = false;

  const set = (nextPast: readonly Position[], nextFuture: readonly Position[], isEdit: boolean): void => {
    past = nextPast.filter((position, index) => index >= nextPast.length - maxPositions || isUnsaved(position));
    future = nextFuture;
    wasEdit = isEdit;
    state.write({ canUndo: past.length > 0, canRedo: future.length > 0 });
  };
  /** Adds a position and drops those that redo returns to, except for other texts that are saved nowhere. */
  const push = (position: Position, isEdit: boolean): void => {
    const others = future.filter((each) => each.place !== position.place && isUnsaved(each));
    set([...others, ...past, ...(isEdit && position.text.text === '' ? [] : [position])], [], isEdit);
  };

  return {
    state,
    add: (position) => {
      push(position, false);
    },
    addEdit: (position) => {
      if (!wasEdit) push(position, true);
    },
    addAfterEdit: (position) => {
      if (wasEdit) push(position, false);
    },
    unsaved: () => [...past, ...future].filter(isUnsaved),
    restore: (positions) => {
      set([...positions, ...past], future, wasEdit);
    },
    forget: (conversationIds) => {
      const remains = ({ place: { conversationId } }: Position): boolean =>
        conversationId === null || !conversationIds.includes(conversationId);
      set(past.filter(remains), future.filter(remains), wasEdit);
    },
    reset: (positions, lastChange) => {
      set([...[...past, ...future].filter(isUnsaved), ...positions], [], lastChange === 'edit');
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
