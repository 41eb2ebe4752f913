import { readObject, isSameJson, readArray, readString } from '../../../electron/contract/json.ts';

/** Types that the user can choose for a field. */
export const fieldTypes = ['string', 'number', 'integer', 'boolean', 'choice', 'list'] as const;
export type FieldType = (typeof fieldTypes)[number];

/** A field of a JSON answer. */
export interface JsonField {
  readonly name: string;
  readonly type: FieldType;
  /** Tells the model the meaning of the field. */
  readonly description: string;
  /** The allowed values of a choice. */
  readonly choices: readonly string[];
  readonly isRequired: boolean;
}

type Schema = Readonly<Record<string, unknown>>;

/** Converts fields to a JSON Schema. Skips those without a name. */
export function toSchema(fields: readonly JsonField[]): Schema {
  const named = fields.filter(({ name }) => name.trim() !== '');
  return {
    type: 'object',
    properties: Object.fromEntries(named.map((field) => [field.name.trim(), toProperty(field)])),
    required: [...new Set(named.filter(({ isRequired }) => isRequired).map(({ name }) => name.trim()))],
    additionalProperties: false,
  };
}

function toProperty({ type, description, choices }: JsonField): Schema {
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

/** Converts a schema to fields. Returns undefined if fields can't represent it. */
export function parseSchema(schema: Schema): readonly JsonField[] | undefined {
  const properties = readObject(schema['properties']);
  if (properties === undefined) return undefined;
  const required = new Set(readArray(schema['required']));
  const fields = Object.entries(properties).map(([name, property]) => toField(name, readObject(property) ?? {}, required.has(name)));
  // fields represent the schema only if they convert back to it
  return isSameJson(toSchema(fields), schema) ? fields : undefined;
}

function toField(name: string, property: Schema, isRequired: boolean): JsonField {
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
