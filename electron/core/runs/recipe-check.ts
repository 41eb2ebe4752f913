import { isSameJson, parseJson } from '../../contract/json.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { recipeLimits } from '../../contract/constants.ts';
import { recipeSchema, type Recipe } from '../../contract/run-recipe.ts';
import { createAnswerCheck } from './check-answer.ts';
import { runsText } from './text.ts';
import { cellsPerRow } from '../../contract/run-variants.ts';

/** The recipe of a new run. */
export const emptyRecipe: Recipe = {
  format: 'causeway-run',
  version: 1,
  name: runsText.untitled,
  data: null,
  kind: 'chat',
  templates: [{ id: 'a', name: runsText.firstTemplate, system: '', user: '' }],
  attachmentColumn: null,
  models: [],
  repeats: 1,
  answer: { kind: 'text' },
  truthColumn: null,
  concurrency: 'auto',
  limits: { rows: null, tokens: null, minutes: null },
};

/** Parses the text of a recipe file. */
export function parseRecipe(text: string): Result<Recipe> {
  const value = parseJson(text);
  if (value === undefined) return fail('run-recipe-not-json');
  const parsed = recipeSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return fail('run-recipe-invalid', { field: issue?.path.join('.') ?? '', detail: issue?.message ?? runsText.unknownForm });
}

/** Fails if a recipe can't run on a table with these rows and columns. */
export function checkRecipe(recipe: Recipe, rows: number, columns: readonly string[]): Result<undefined> {
  if (rows === 0) return fail('run-table-missing');
  if (recipe.kind !== 'batch') {
    if (recipe.models.length === 0) return fail('run-model-missing');
    if (recipe.templates.length === 0 || recipe.templates.some(({ user }) => user.trim() === '')) return fail('run-prompt-missing');
  }
  if (cellsPerRow(recipe) > recipeLimits.cellsPerRow) return fail('run-too-many-variants', { most: recipeLimits.cellsPerRow });
  for (const column of [recipe.attachmentColumn, recipe.truthColumn]) {
    if (column !== null && !columns.includes(column)) return fail('run-column-unknown', { column });
  }
  const check = createAnswerCheck(recipe.answer);
  return check.ok ? ok(undefined) : check;
}

/** Returns whether two recipes send the same requests, so that results of one are results of the other. */
export function hasSameRequests(left: Recipe, right: Recipe): boolean {
  const requestParts = ({ kind, templates, attachmentColumn, models, repeats, answer }: Recipe): unknown => [
    kind,
    templates,
    attachmentColumn,
    models,
    repeats,
    answer,
  ];
  return isSameJson(requestParts(left), requestParts(right));
}
