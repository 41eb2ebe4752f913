import type { NotebookText } from '../../electron/presentation/notebook-text.ts';
import { createStore } from '../state/store.ts';

/** A state that undo returns to. */
export interface Position {
  readonly conversationId: string;
  readonly text: NotebookText;
  /** The message that the text is saved at, or null before the first edit. */
  readonly nodeId: string | null;
  /** The parent of that message, if edits replace it. Undefined if they become a message below it. */
  readonly parentId?: string | null | undefined;
}

export interface UndoState {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

const maxPositions = 50;

/** The positions before each continuation, each change of text or branch and each series of edits. All of them are saved. */
export function createUndoHistory() {
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
  const push = (position: Position, isEdit: boolean): void => set(position.text.text === '' ? past : [...past, position], [], isEdit);

  return {
    state,
    /** Adds the position before a change. Redo is no longer possible. */
    add: (position: Position): void => push(position, false),
    /** Adds the position before an edit, unless the last change was an edit too: further edits belong to the same step. */
    addEdit: (position: Position): void => {
      if (!wasEdit) push(position, true);
    },
    /** Adds the position after a series of edits, if the last change was an edit. The next edit is a step of its own. */
    addAfterEdit: (position: Position): void => {
      if (wasEdit) push(position, false);
    },
    /** Removes the positions of conversations that were deleted for good. */
    forget: (conversationIds: readonly string[]): void => {
      const remains = ({ conversationId }: Position): boolean => !conversationIds.includes(conversationId);
      set(past.filter(remains), future.filter(remains), wasEdit);
    },
    /** Returns the position to go back to, or undefined. `current` is what redo returns to. */
    undo: (current: Position): Position | undefined => {
      const last = past.at(-1);
      if (last !== undefined) set(past.slice(0, -1), [current, ...future], false);
      return last;
    },
    redo: (current: Position): Position | undefined => {
      const [next, ...others] = future;
      if (next !== undefined) set([...past, current], others, false);
      return next;
    },
  };
}
