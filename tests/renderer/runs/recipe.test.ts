import { expect, test } from 'vitest';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import {
  freePartId,
  insertAt,
  parseLabels,
  patternProblem,
  recipeProblems,
  requestCount,
  savableRecipe,
  variantsOf,
} from '../../../renderer/runs/editor/recipe.ts';
import { runsText } from '../../../renderer/runs/text.ts';

const recipe: Recipe = {
  format: 'causeway-run',
  version: 1,
  name: 'Test',
  data: null,
  kind: 'chat',
  templates: [{ id: 'a', name: 'A', system: '', user: 'Say {{text}}' }],
  attachmentColumn: null,
  models: [{ id: 'm1', model: 'beta', parameters: {} }],
  repeats: 1,
  answer: { kind: 'text' },
  truthColumn: null,
  concurrency: 'auto',
  limits: { rows: null, tokens: null, minutes: null },
};
const { problems } = runsText.start;

test('a complete recipe has no problems', () => {
  expect(recipeProblems(recipe, 3, ['text'])).toEqual([]);
});

test('what is missing is named with its step, in the order of the steps', () => {
  const templates = [{ id: 'a', name: 'A', system: 'x', user: ' ' }];
  const bare: Recipe = { ...recipe, templates, models: [], answer: { kind: 'labels', labels: [] } };
  expect(recipeProblems(bare, 0, [])).toEqual([
    { step: 'data', message: problems.table },
    { step: 'prompt', message: problems.prompt },
    { step: 'models', message: problems.model },
    { step: 'answer', message: problems.labels },
  ]);
});

test('columns that another table lacks are named, once there is a table', () => {
  const chosen: Recipe = { ...recipe, attachmentColumn: 'file', truthColumn: 'truth' };
  expect(recipeProblems(chosen, 0, []).map(({ message }) => message)).toEqual([problems.table]);
  expect(recipeProblems(chosen, 1, ['text']).map(({ message }) => message)).toEqual([problems.column('file'), problems.column('truth')]);
});

test('a batch needs neither prompt nor model', () => {
  expect(recipeProblems({ ...recipe, kind: 'batch', templates: [], models: [] }, 1, [])).toEqual([]);
});

test('too many requests per row are refused before the start', () => {
  expect(
    recipeProblems({ ...recipe, repeats: 100, models: [1, 2, 3].map((id) => ({ id: `m${id}`, model: 'x', parameters: {} })) }, 1, []),
  ).toEqual([{ step: 'models', message: problems.tooMany(200) }]);
});

test('an answer rule that is not complete is saved as free text, and a missing name is filled in', () => {
  expect(savableRecipe({ ...recipe, name: ' ', answer: { kind: 'pattern', pattern: '(' } })).toMatchObject({
    name: runsText.untitled,
    answer: { kind: 'text' },
  });
  const labels = { kind: 'labels', labels: ['a'] } as const;
  expect(savableRecipe({ ...recipe, answer: labels }).answer).toBe(labels);
});

test('every model is asked with every template, as often as it is repeated', () => {
  const two: Recipe = {
    ...recipe,
    repeats: 3,
    models: [...recipe.models, { id: 'm2', model: 'gamma', parameters: {} }],
    templates: [...recipe.templates, { id: 'b', name: 'B', system: '', user: 'x' }],
  };
  expect(variantsOf(two).map(({ id, name }) => [id, name])).toEqual([
    ['m1.a', 'beta, A'],
    ['m1.b', 'beta, B'],
    ['m2.a', 'gamma, A'],
    ['m2.b', 'gamma, B'],
  ]);
  expect(requestCount(two, 10)).toBe(120);
  expect(requestCount({ ...two, limits: { ...two.limits, rows: 2 } }, 10)).toBe(24);
});

test('a new part gets an id that none has, also after one was removed', () => {
  expect(freePartId('m', [])).toBe('m1');
  expect(freePartId('m', [{ id: 'm2' }])).toBe('m3');
});

test('labels count once and without blanks', () => {
  expect(parseLabels(' a \n\nb\na')).toEqual(['a', 'b']);
});

test('a wrong regular expression is named', () => {
  expect(patternProblem('')).toBe(runsText.answer.patternMissing);
  expect(patternProblem('(')).toBe(problems.pattern);
  expect(patternProblem(String.raw`(?<year>\d{4})`)).toBeUndefined();
});

test('a column is inserted in place of the selection', () => {
  expect(insertAt('Say it now', 4, 6, '{{text}}')).toEqual({ text: 'Say {{text}} now', caret: 12 });
});
