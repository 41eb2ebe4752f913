import { batchVariantId, variantIdOf } from '../../contract/run-constants.ts';
import type { Recipe, RunModel, RunTemplate } from '../../contract/run-recipe.ts';
import type { Variant } from '../../contract/runs.ts';
import { readObject } from '../../contract/json.ts';

/** A variant with its model and template. They are null if the rows of a batch have their own. */
export interface RunVariant extends Variant {
  readonly runModel: RunModel | null;
  readonly runTemplate: RunTemplate | null;
}

/** Returns the variants of a recipe: every model with every template. */
export function listVariants({ kind, models, templates }: Recipe): readonly RunVariant[] {
  if (kind === 'batch') {
    if (models.length === 0) return [{ id: batchVariantId, model: null, template: null, name: 'Batch', runModel: null, runTemplate: null }];
    return models.map((model) => ({
      id: variantIdOf(model.id, batchVariantId),
      model: model.model,
      template: null,
      name: model.model,
      runModel: model,
      runTemplate: null,
    }));
  }
  return models.flatMap((model) =>
    templates.map((template) => ({
      id: variantIdOf(model.id, template.id),
      model: model.model,
      template: template.name,
      name: templates.length === 1 ? model.model : `${model.model}, ${template.name}`,
      runModel: model,
      runTemplate: template,
    })),
  );
}

const groupName = /\(\?<([A-Za-z_$][\w$]*)>/g;

/** Returns the columns that the answer rule adds to the results. */
export function fieldColumns({ answer }: Pick<Recipe, 'answer'>): readonly string[] {
  switch (answer.kind) {
    case 'text':
      return [];
    case 'labels':
      return ['label'];
    case 'pattern': {
      const names = [...answer.pattern.matchAll(groupName)].map(([, name = '']) => name);
      return names.length > 0 ? [...new Set(names)] : ['match'];
    }
    case 'json':
      return Object.keys(readObject(answer.schema['properties']) ?? {});
  }
}

/** Returns the number of requests per row: variants times repeats. */
export function cellsPerRow(recipe: Recipe): number {
  return listVariants(recipe).length * recipe.repeats;
}
