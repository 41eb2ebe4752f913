import { expect, test } from 'vitest';
import type { Recipe } from '../../../electron/contract/run-recipe.ts';
import { listVariants } from '../../../electron/contract/run-variants.ts';
import {
  createPartId,
  parseLabels,
  checkPattern,
  findProblems,
  countRequests,
  toSavableRecipe,
} from '../../../renderer/runs/editor/recipe.ts';
import { runEditorText } from '../../../renderer/runs/editor/text.ts';
import { createRecipe } from '../../support/run-recipe.ts';

const recipe = createRecipe({
  name: 'Test',
  templates: [{ id: 'a', name: 'A', system: '', user: 'Say {{text}}' }],
  models: [{ id: 'm1', model: 'beta', parameters: {} }],
});
const { problems } = runEditorText.start;

test('finds missing parts with their steps, in order', () => {
  const templates = [{ id: 'a', name: 'A', system: 'x', user: ' ' }];
  const bare: Recipe = { ...recipe, templates, models: [], answer: { kind: 'labels', labels: [] } };
  expect(findProblems(bare, 0, [])).toEqual([
    { step: 'data', message: problems.table },
    { step: 'prompt', message: problems.prompt },
    { step: 'models', message: problems.model },
    { step: 'answer', message: problems.labels },
  ]);
});

test('finds too many requests per row', () =>
  expect(
    findProblems({ ...recipe, repeats: 100, models: [1, 2, 3].map((id) => ({ id: `m${id}`, model: 'x', parameters: {} })) }, 1, []),
  ).toEqual([{ step: 'models', message: problems.tooMany(200) }]));

test('saves an incomplete answer rule as free text, and an empty name as the default', () => {
  expect(toSavableRecipe({ ...recipe, name: ' ', answer: { kind: 'pattern', pattern: '(' } })).toMatchObject({
    name: runEditorText.untitled,
    answer: { kind: 'text' },
  });
  const labels = { kind: 'labels', labels: ['a'] } as const;
  expect(toSavableRecipe({ ...recipe, answer: labels }).answer).toBe(labels);
});

test('combines every model with every template, times the repeats', () => {
  const two: Recipe = {
    ...recipe,
    repeats: 3,
    models: [...recipe.models, { id: 'm2', model: 'gamma', parameters: {} }],
    templates: [...recipe.templates, { id: 'b', name: 'B', system: '', user: 'x' }],
  };
  expect(listVariants(two).map(({ id, name }) => [id, name])).toEqual([
    ['m1.a', 'beta, A'],
    ['m1.b', 'beta, B'],
    ['m2.a', 'gamma, A'],
    ['m2.b', 'gamma, B'],
  ]);
  expect(countRequests(two, 10)).toBe(120);
  expect(countRequests({ ...two, limits: { ...two.limits, rows: 2 } }, 10)).toBe(24);
});

test('creates an unused id for a new part, also after one was removed', () => {
  expect(createPartId('m', [])).toBe('m1');
  expect(createPartId('m', [{ id: 'm2' }])).toBe('m3');
});

test('parses labels without duplicates and blank lines', () => expect(parseLabels(' a \n\nb\na')).toEqual(['a', 'b']));

test('reports an invalid regular expression', () => {
  expect(checkPattern('')).toBe(runEditorText.answer.patternMissing);
  expect(checkPattern('(')).toBe(problems.pattern);
  expect(checkPattern(String.raw`(?<year>\d{4})`)).toBeUndefined();
});
