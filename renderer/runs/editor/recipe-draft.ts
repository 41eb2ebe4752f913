import type { Failure, Result } from '../../../electron/contract/failure.ts';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { createStore, type Store } from '../../state/store.ts';
import { toSavableRecipe } from './recipe.ts';

/** A recipe in the editor. It is saved while the user types. */
export interface RecipeDraft {
  readonly state: Store<DraftState>;
  /** Accepts changes until the returned function is called. A change for a closed editor would undo those made in the next one. */
  readonly open: () => () => void;
  readonly change: (change: Partial<Recipe>) => void;
  /** Saves pending changes. Returns whether all changes are saved. */
  readonly flush: () => Promise<boolean>;
}

interface DraftState {
  readonly recipe: Recipe;
  readonly saving: 'saved' | 'saving' | 'failed';
  readonly failure: Failure | undefined;
}

/** Props of each step of the editor. */
export interface StepProps {
  readonly run: RunDetails;
  readonly draft: RecipeDraft;
}

const saveDelayMs = 400;

export function createRecipeDraft(
  initial: Recipe,
  save: (recipe: Recipe) => Promise<Result<RunDetails>>,
  onSaved: (details: RunDetails) => void,
): RecipeDraft {
  const state = createStore<DraftState>({ recipe: initial, saving: 'saved', failure: undefined });
  let saved = initial;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pending: Promise<boolean> | undefined;
  let isOpen = true;

  const saveAll = async (): Promise<boolean> => {
    for (let { recipe } = state.read(); recipe !== saved; { recipe } = state.read()) {
      const result = await save(toSavableRecipe(recipe));
      if (!result.ok) {
        state.write({ ...state.read(), saving: 'failed', failure: result.failure });
        return false;
      }
      saved = recipe;
      onSaved(result.value);
    }
    state.write({ ...state.read(), saving: 'saved', failure: undefined });
    return true;
  };
  const flush = (): Promise<boolean> => {
    clearTimeout(timer);
    if (state.read().recipe === saved) return pending ?? Promise.resolve(true);
    pending ??= saveAll().finally(() => {
      pending = undefined;
    });
    return pending;
  };
  return {
    state,
    open: () => {
      isOpen = true;
      return () => {
        isOpen = false;
      };
    },
    change: (change) => {
      if (!isOpen) return;
      state.write({ recipe: { ...state.read().recipe, ...change }, saving: 'saving', failure: undefined });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), saveDelayMs);
    },
    flush,
  };
}
