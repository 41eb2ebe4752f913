import { expect, test } from 'vitest';
import { fieldsOfSchema, parseChoices, schemaOf, type JsonField } from '../../../renderer/runs/editor/json-fields.ts';

const fields: readonly JsonField[] = [
  { name: 'title', type: 'string', description: 'In English', choices: [], isRequired: true },
  { name: 'year', type: 'integer', description: '', choices: [], isRequired: false },
  { name: 'tone', type: 'choice', description: '', choices: ['kind', 'harsh'], isRequired: true },
  { name: 'names', type: 'list', description: '', choices: [], isRequired: true },
];

test('fields become a JSON Schema and come back the same', () => {
  expect(schemaOf(fields)).toMatchObject({
    properties: {
      title: { type: 'string', description: 'In English' },
      tone: { type: 'string', enum: ['kind', 'harsh'] },
      names: { type: 'array' },
    },
    required: ['title', 'tone', 'names'],
  });
  expect(fieldsOfSchema(schemaOf(fields))).toEqual(fields);
});

test('a field without a name is left out', () => {
  expect(schemaOf([{ name: ' ', type: 'string', description: '', choices: [], isRequired: true }])).toMatchObject({
    properties: {},
    required: [],
  });
});

test('a schema that fields would cut short stays text', () => {
  expect(
    fieldsOfSchema({ type: 'object', properties: { a: { type: 'number', minimum: 1 } }, required: ['a'], additionalProperties: false }),
  ).toBeUndefined();
  expect(fieldsOfSchema({ type: 'array' })).toBeUndefined();
});

test('allowed values are separated by commas', () => {
  expect(parseChoices('a, b,,a')).toEqual(['a', 'b']);
});
