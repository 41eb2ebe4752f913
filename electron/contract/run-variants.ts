import { readObject } from './json.ts';
import type { Recipe, RunModel, RunTemplate } from './run-recipe.ts';
import type { Variant } from './runs.ts';

/** A variant with its model and template. They are null if the rows of a batch have their own. */
export interface RunVariant extends Variant {
  readonly runModel: RunModel | null;
  readonly runTemplate: RunTemplate | null;
}

/** Returns the variants of a recipe: every model with every template. */
export function listVariants({ kind, models, templates }: Recipe): readonly RunVariant[] {
  if (kind !== 'batch') return models.flatMap((model) => templates.map((template) => toVariant(model, template, templates.length > 1)));
  return models.length === 0 ? [toVariant(null, null)] : models.map((model) => toVariant(model, null));
}

function toVariant(runModel: RunModel | null, runTemplate: RunTemplate | null, namesTemplate = false): RunVariant {
  const model = runModel?.model ?? null;
  const template = runTemplate?.name ?? null;
  return {
    id: runModel ? `${runModel.id}.${runTemplate?.id ?? 'batch'}` : 'batch',
    model,
    template,
    name: namesTemplate ? `${model}, ${template}` : (model ?? 'Batch'),
    runModel,
    runTemplate,
  };
}

/** Returns the columns that the answer rule adds to the results. */
export function fieldColumns({ answer }: Pick<Recipe, 'answer'>): readonly string[] {
  switch (answer.kind) {
    case 'text':
      return [];
    case 'labels':
      return ['label'];
    case 'pattern': {
      const names = listGroups(answer.pattern);
      return names.length > 0 ? names : ['match'];
    }
    case 'json':
      return Object.keys(readObject(answer.schema['properties']) ?? {});
  }
}

/** Matches an escape, a class, or the start of a named group of a pattern. */
const patternPart = /\\.|\[(?:\\.|[^\]\\])*\]?|\(\?<([^=!>()][^>()]*)>/gu;

/** Returns the names of the groups of a pattern, as its matches have them. The pattern isn't run, because even compiling it can take long. */
function listGroups(pattern: string): readonly string[] {
  const groups = [...pattern.matchAll(patternPart)].flatMap(([, name]) => (name === undefined ? [] : [`(?<${name}>)`]));
  try {
    return Object.keys(new RegExp(groups.join('|'), 'u').exec('')?.groups ?? {});
  } catch {
    return []; // a name is invalid, so that no answer matches
  }
}

/** Returns the number of requests per row: variants times repeats. */
export function cellsPerRow(recipe: Recipe): number {
  return listVariants(recipe).length * recipe.repeats;
}
