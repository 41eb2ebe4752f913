import type { Recipe } from '../../electron/contract/run-recipe.ts';
import { emptyRecipe } from '../../electron/core/runs/recipe-check.ts';

/** Creates a recipe that lets the demo repeat the column `text`. */
export function createRecipe(changes: Partial<Recipe> = {}): Recipe {
  return {
    ...emptyRecipe,
    templates: [{ id: 't', name: 'T', system: '', user: 'Say {{text}}' }],
    models: [{ id: 'm', model: 'beta-4-scout', parameters: { temperature: 0 } }],
    ...changes,
  };
}
