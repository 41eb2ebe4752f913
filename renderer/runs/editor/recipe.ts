import { isJsonObject } from '../../../electron/contract/json.ts';
import { batchVariantId, recipeLimits, variantIdOf } from '../../../electron/contract/run-constants.ts';
import type { AnswerRule, Recipe } from '../../../electron/contract/run-recipe.ts';
import { runsText } from '../text.ts';

/** The steps of the editor, in their order. */
export const steps = ['data', 'prompt', 'models', 'answer', 'start'] as const;
export type Step = (typeof steps)[number];

/** What keeps a recipe from being started, and the step where it is solved. */
export interface RecipeProblem {
  readonly step: Exclude<Step, 'start'>;
  readonly message: string;
}

/** A variant of a recipe that is being edited. */
export interface DraftVariant {
  readonly id: string;
  readonly name: string;
}

/** Returns the variants: every model with every template. */
export function variantsOf({ kind, models, templates }: Recipe): readonly DraftVariant[] {
  if (kind === 'batch')
    return models.length === 0
      ? [{ id: batchVariantId, name: runsText.recipe.kinds.batch }]
      : models.map(({ id, model }) => ({ id: variantIdOf(id, batchVariantId), name: model }));
  return models.flatMap(({ id, model }) =>
    templates.map((template) => ({
      id: variantIdOf(id, template.id),
      name: templates.length === 1 ? model : `${model}, ${template.name}`,
    })),
  );
}

/** Returns how many requests a recipe makes. */
export function requestCount(recipe: Recipe, rows: number): number {
  return Math.min(rows, recipe.limits.rows ?? Infinity) * variantsOf(recipe).length * recipe.repeats;
}

/** Returns an id that none of the parts has, such as `m3`. */
export function freePartId(prefix: string, parts: readonly { readonly id: string }[]): string {
  for (let index = parts.length + 1; ; index += 1) {
    const id = `${prefix}${index}`;
    if (!parts.some((part) => part.id === id)) return id;
  }
}

/** Returns the recipe as it can be saved. An answer rule that isn't complete yet is left out, and a missing name is filled in. */
export function savableRecipe(recipe: Recipe): Recipe {
  return {
    ...recipe,
    name: recipe.name.trim() === '' ? runsText.untitled : recipe.name,
    answer: answerProblem(recipe.answer) === undefined ? recipe.answer : { kind: 'text' },
  };
}

/** Returns what is missing before a recipe can be started, in the order of the steps. */
export function recipeProblems(recipe: Recipe, rows: number, columns: readonly string[]): readonly RecipeProblem[] {
  const { problems } = runsText.start;
  const found: RecipeProblem[] = [];
  if (rows === 0) found.push({ step: 'data', message: problems.table });
  if (recipe.kind !== 'batch') {
    if (recipe.templates.length === 0 || recipe.templates.some(({ user }) => user.trim() === ''))
      found.push({ step: 'prompt', message: problems.prompt });
    if (recipe.models.length === 0) found.push({ step: 'models', message: problems.model });
  }
  if (rows > 0 && recipe.attachmentColumn !== null && !columns.includes(recipe.attachmentColumn))
    found.push({ step: 'prompt', message: problems.column(recipe.attachmentColumn) });
  if (variantsOf(recipe).length * recipe.repeats > recipeLimits.cellsPerRow)
    found.push({ step: 'models', message: problems.tooMany(recipeLimits.cellsPerRow) });
  const answer = answerProblem(recipe.answer);
  if (answer !== undefined) found.push({ step: 'answer', message: answer });
  if (rows > 0 && recipe.truthColumn !== null && !columns.includes(recipe.truthColumn))
    found.push({ step: 'answer', message: problems.column(recipe.truthColumn) });
  return found;
}

/** Returns what is wrong with an answer rule, as far as the window can tell. */
function answerProblem(answer: AnswerRule): string | undefined {
  switch (answer.kind) {
    case 'text':
      return undefined;
    case 'labels':
      return answer.labels.length === 0 ? runsText.start.problems.labels : undefined;
    case 'pattern':
      return patternProblem(answer.pattern);
    case 'json':
      return isJsonObject(answer.schema['properties']) && Object.keys(answer.schema['properties']).length === 0
        ? runsText.answer.fieldsMissing
        : undefined;
  }
}

/** Returns what is wrong with a regular expression. */
export function patternProblem(pattern: string): string | undefined {
  if (pattern === '') return runsText.answer.patternMissing;
  try {
    // An empty text is enough: only the form of the pattern matters.
    new RegExp(pattern, 'u').test('');
    return undefined;
  } catch {
    return runsText.start.problems.pattern;
  }
}

/** Parses labels, one per line. Each counts once. */
export function parseLabels(text: string): readonly string[] {
  const lines = text.split('\n').map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ''))];
}

/** Returns a text with another inserted at a selection, and the position after it. */
export function insertAt(text: string, start: number, end: number, inserted: string): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, start) + inserted + text.slice(end), caret: start + inserted.length };
}
