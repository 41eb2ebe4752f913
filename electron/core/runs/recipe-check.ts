import { isSameJson, parseJson } from '../../contract/json.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { recipeLimits } from '../../contract/run-constants.ts';
import { recipeSchema, type Recipe } from '../../contract/run-recipe.ts';
import { createAnswerCheck } from './answer-rules/check-answer.ts';
import { noModel, notARecipe, noTable, noTemplate, tooManyCells, unknownColumn } from './run-failures.ts';
import { cellsPerRow } from './variants.ts';

/** The recipe of a new run. */
export const emptyRecipe: Recipe = {
  format: 'causeway-run',
  version: 1,
  name: 'Untitled run',
  data: null,
  kind: 'chat',
  templates: [{ id: 'a', name: 'Prompt', system: '', user: '' }],
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
  if (value === undefined) return notARecipe('it is not JSON');
  const parsed = recipeSchema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  return notARecipe(issue ? `${issue.path.join('.') || 'it'}: ${issue.message}` : 'it has another form');
}

/** Returns a failure if a recipe can't be run with these columns. */
export function checkRecipe(recipe: Recipe, rows: number, columns: readonly string[]): Result<undefined> {
  if (rows === 0) return noTable();
  if (recipe.kind !== 'batch') {
    if (recipe.models.length === 0) return noModel();
    if (recipe.templates.length === 0 || recipe.templates.some(({ user }) => user.trim() === '')) return noTemplate();
  }
  if (cellsPerRow(recipe) > recipeLimits.cellsPerRow) return tooManyCells(recipeLimits.cellsPerRow);
  for (const column of [recipe.attachmentColumn, recipe.truthColumn]) {
    if (column !== null && !columns.includes(column)) return unknownColumn(column);
  }
  const check = createAnswerCheck(recipe.answer);
  return check.ok ? ok(undefined) : check;
}

/** Returns whether two recipes ask the same, so that results of one are results of the other. */
export function asksSame(left: Recipe, right: Recipe): boolean {
  const asked = ({ kind, templates, attachmentColumn, models, repeats, answer }: Recipe): unknown => [
    kind,
    templates,
    attachmentColumn,
    models,
    repeats,
    answer,
  ];
  return isSameJson(asked(left), asked(right));
}
