import { readObject, isSameJson, readArray, readString } from '../../../electron/contract/json.ts';

/** Types that the user can choose for a field. */
export const fieldTypes = ['string', 'number', 'integer', 'boolean', 'choice', 'list'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A field of a JSON answer, as the user builds it. */
export interface JsonField {
  readonly name: string;
  readonly type: FieldType;
  /** What the field means, for the model. */
  readonly description: string;
  /** The allowed values of a choice. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

/** Returns the JSON Schema of the fields that have a name. */
export function schemaOf(fields: readonly JsonField[]): Schema {
  const named = fields.filter(({ name }) => name.trim() !== '');
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((field) => [field.name.trim(), propertyOf(field)])),
    required: [...new Set(named.filter(({ isRequired }) => isRequired).map(({ name }) => name.trim()))],
    additionalProperties: false,
  };
}

function propertyOf({ type, description, choices }: JsonField): Schema {
  const meaning = description.trim() === '' ? {} : { description };
  switch (type) {
    case 'choice':
      return { type: 'string', enum: choices, ...meaning };
    case 'list':
      return { type: 'array', items: { type: 'string' }, ...meaning };
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
      return { type, ...meaning };
  }
}

/** Returns the fields of a schema, or undefined if it holds what fields can't show. */
export function fieldsOfSchema(schema: Schema): readonly JsonField[] | undefined {
  const properties = readObject(schema['properties']);
  if (properties === undefined) return undefined;
  const required = new Set(readArray(schema['required']));
  const fields = Object.entries(properties).map(([name, property]) => fieldOf(name, readObject(property) ?? {}, required.has(name)));
  // A schema that comes out different would lose something.
  return isSameJson(schemaOf(fields), schema) ? fields : undefined;
}

function fieldOf(name: string, property: Schema, isRequired: boolean): JsonField {
  const choices = readArray(property['enum']).map(readString);
  const type =
    property['type'] === 'array'
      ? 'list'
      : choices.length > 0 || 'enum' in property
        ? 'choice'
        : fieldTypes.find((each) => each === property['type']);
  return { name, type: type ?? 'string', description: readString(property['description']), choices, isRequired };
}

/** Parses values separated by commas. */
export function parseChoices(text: string): readonly string[] {
  return [...new Set(text.split(',').map((choice) => choice.trim()))].filter((choice) => choice !== '');
}
