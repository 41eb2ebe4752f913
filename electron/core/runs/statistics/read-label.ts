import { readObject } from '../../../contract/json.ts';
import type { Recipe } from '../../../contract/run-recipe.ts';
import { createAnswerCheck } from '../check-answer.ts';
import { fieldColumns } from '../../../contract/run-variants.ts';

/** An answer as far as its label goes. `fields` is JSON. */
interface LabeledAnswer {
  readonly fields: string | null;
  readonly answer: string;
}

/** Creates the function that converts an answer to a label: a field of it, or the whole answer. Undefined if it has no such field. */
export function createLabelReader(recipe: Recipe): (answer: LabeledAnswer) => string | undefined {
  const field = labelField(recipe);
  const toSpelling = createSpelling(recipe);
  return ({ fields, answer }) => {
    if (fields === null) return answer.trim();
    const values = new Map(Object.entries(JSON.parse(fields) as Readonly<Record<string, string>>));
    const label = values.get(field ?? preferredField(recipe, [...values.keys()]) ?? '');
    return label === undefined ? undefined : toSpelling(label.trim());
  };
}

/** Creates the function that converts a value of the truth column to a label, by the same rule as an answer. */
export function createTruthReader(recipe: Recipe): (value: string) => string {
  if (recipe.answer.kind !== 'labels') {
    const toSpelling = createSpelling(recipe);
    return (value) => toSpelling(value.trim());
  }
  const check = createAnswerCheck(recipe.answer);
  const findLabel = (value: string): string | undefined => {
    const checked = check.ok ? check.value(value) : undefined;
    return checked?.isValid ? checked.fields?.['label'] : undefined;
  };
  return (value) => findLabel(value) ?? findLabel(spellNumber(value.trim())) ?? value.trim();
}

/** Returns the field that is compared, by the rule, because models write fields in any order. Undefined if the rule names none. */
function labelField(recipe: Recipe): string | undefined {
  return preferredField(recipe, fieldColumns(recipe));
}

/** Returns the field with the name of the truth column, `label`, or the first. */
function preferredField({ truthColumn }: Recipe, names: readonly string[]): string | undefined {
  return [truthColumn, 'label'].find((name) => name !== null && names.includes(name)) ?? names[0];
}

/** Creates the function that spells equal values alike: `3` and `3.0` are the same number, `true` and `TRUE` the same boolean. */
function createSpelling(recipe: Recipe): (value: string) => string {
  const field = labelField(recipe);
  if (recipe.answer.kind !== 'json' || field === undefined) return (value) => value;
  const types = new Set([readObject(readObject(recipe.answer.schema['properties'])?.[field])?.['type']].flat());
  if (types.has('number') || types.has('integer')) return spellNumber;
  return types.has('boolean') ? (value) => value.toLowerCase() : (value) => value;
}

function spellNumber(value: string): string {
  const number = Number(value);
  return value !== '' && Math.abs(number) <= Number.MAX_SAFE_INTEGER ? String(number) : value;
}
