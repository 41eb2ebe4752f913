import { createRecipe } from '../../support/run-recipe.ts';

/** How many requests the run has in flight. */
export const echoConcurrency = 16;

/** Repeats the column `text` by the model of `createEchoService`. */
export const echoRecipe = createRecipe({
  name: 'Echo',
  templates: [{ id: 't', name: 'T', system: '', user: '{{text}}' }],
  models: [{ id: 'e', model: 'echo', parameters: {} }],
  concurrency: echoConcurrency,
});
