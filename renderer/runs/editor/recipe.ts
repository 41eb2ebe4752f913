import { isJsonObject } from '../../../electron/contract/json.ts';
import { recipeLimits } from '../../../electron/contract/constants.ts';
import { cellsPerRow } from '../../../electron/contract/run-variants.ts';
import type { AnswerRule, Recipe } from '../../../electron/contract/run-recipe.ts';
import { runEditorText } from './text.ts';
import type { Failure, Result } from '../../../electron/contract/failure.ts';
import type { RunDetails } from '../../../electron/contract/runs.ts';
import { createStore } from '../../state/store.ts';

/** The steps of the editor in order. */
export const steps = ['data', 'prompt', 'models', 'answer', 'start'] as const;
export type Step = (typeof steps)[number];

/** A problem that prevents the start, and the step where the user can fix it. */
export interface RecipeProblem {
  readonly step: Exclude<Step, 'start'>;
  readonly message: string;
}

/** Returns the number of requests of a run. */
export function countRequests(recipe: Recipe, rows: number): number {
  return Math.min(rows, recipe.limits.rows ?? Infinity) * cellsPerRow(recipe);
}

/** Returns an unused id for a model, template or field, such as `m3`. */
export function createPartId(prefix: string, parts: readonly { readonly id: string }[]): string {
  for (let index = parts.length + 1; ; index += 1) {
    const id = `${prefix}${index}`;
    if (!parts.some((part) => part.id === id)) return id;
  }
}

/** Returns a valid recipe to save. Replaces an incomplete answer rule by free text, and an empty name by the default. */
export function toSavableRecipe(recipe: Recipe): Recipe {
  return {
    ...recipe,
    name: recipe.name.trim() === '' ? runEditorText.untitled : recipe.name,
    answer: checkAnswerRule(recipe.answer) === undefined ? recipe.answer : { kind: 'text' },
  };
}

/** Returns the problems that prevent the start, in the order of the steps. */
export function findProblems(recipe: Recipe, rows: number, columns: readonly string[]): readonly RecipeProblem[] {
  const { problems } = runEditorText.start;
  const found: RecipeProblem[] = [];
  if (rows === 0) found.push({ step: 'data', message: problems.table });
  if (recipe.kind !== 'batch') {
    if (recipe.templates.length === 0 || recipe.templates.some(({ user }) => user.trim() === ''))
      found.push({ step: 'prompt', message: problems.prompt });
    if (recipe.models.length === 0) found.push({ step: 'models', message: problems.model });
  }
  if (rows > 0 && recipe.attachmentColumn !== null && !columns.includes(recipe.attachmentColumn))
    found.push({ step: 'prompt', message: problems.column(recipe.attachmentColumn) });
  if (cellsPerRow(recipe) > recipeLimits.cellsPerRow) found.push({ step: 'models', message: problems.tooMany(recipeLimits.cellsPerRow) });
  const answer = checkAnswerRule(recipe.answer);
  if (answer !== undefined) found.push({ step: 'answer', message: answer });
  if (rows > 0 && recipe.truthColumn !== null && !columns.includes(recipe.truthColumn))
    found.push({ step: 'answer', message: problems.column(recipe.truthColumn) });
  return found;
}

/** Returns the problem of an answer rule, as far as the window can check it. */
function checkAnswerRule(answer: AnswerRule): string | undefined {
  switch (answer.kind) {
    case 'text':
      return undefined;
    case 'labels':
      return answer.labels.length === 0 ? runEditorText.start.problems.labels : undefined;
    case 'pattern':
      return checkPattern(answer.pattern);
    case 'json':
      return isJsonObject(answer.schema['properties']) && Object.keys(answer.schema['properties']).length === 0
        ? runEditorText.answer.fieldsMissing
        : undefined;
  }
}

/** Returns the problem of a regular expression. */
export function checkPattern(pattern: string): string | undefined {
  if (pattern === '') return runEditorText.answer.patternMissing;
  try {
    // the constructor throws for an invalid pattern
    new RegExp(pattern, 'u').test('');
    return undefined;
  } catch {
    return runEditorText.start.problems.pattern;
  }
}

/** Parses labels, one per line. Removes duplicates. */
export function parseLabels(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** Replaces a selection with a text. Returns the new text and the caret after the insertion. */
export function insertAt(text: string, start: number, end: number, inserted: string): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length };
}

export type RecipeDraft = ReturnType<typeof createRecipeDraft>;

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

/** Keeps the recipe in the editor, and saves it while the user types. */
export function createRecipeDraft(
  initial: Recipe,
  save: (recipe: Recipe) => Promise<Result<RunDetails>>,
  onSaved: (details: RunDetails) => void,
) {
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
    /** Accepts changes until the returned function is called. A change for a closed editor would undo those made in the next one. */
    open: (): (() => void) => {
      isOpen = true;
      return () => {
        isOpen = false;
      };
    },
    change: (change: Partial<Recipe>): void => {
      if (!isOpen) return;
      state.write({ recipe: { ...state.read().recipe, ...change }, saving: 'saving', failure: undefined });
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), saveDelayMs);
    },
    /** Saves pending changes. Returns whether all changes are saved. */
    flush,
  };
}
