import type { Recipe } from '../../../electron/contract/run-recipe.ts';

/** How many requests the run has in flight. */
export const echoConcurrency = 16;

/** A recipe that asks a model of the tests to repeat each row. */
export const echoRecipe: Recipe = {
  format: 'causeway-run',
  version: 1,
  name: 'Echo',
  data: null,
  kind: 'chat',
  templates: [{ id: 't', name: 'T', system: '', user: '{{text}}' }],
  attachmentColumn: null,
  models: [{ id: 'e', model: 'echo', parameters: {} }],
  repeats: 1,
  answer: { kind: 'text' },
  truthColumn: null,
  concurrency: echoConcurrency,
  limits: { rows: null, tokens: null, minutes: null },
};
