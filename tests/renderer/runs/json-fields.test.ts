import { expect, test } from 'vitest';
import { parseSchema, toSchema, type JsonField } from '../../../renderer/runs/editor/json-fields.ts';

const fields: readonly JsonField[] = [
  { name: 'title', type: 'string', description: 'In English', choices: [], isRequired: true },
  { name: 'year', type: 'integer', description: '', choices: [], isRequired: false },
  { name: 'tone', type: 'choice', description: '', choices: ['kind', 'harsh'], isRequired: true },
  { name: 'names', type: 'list', description: '', choices: [], isRequired: true },
];

test('converts fields to a JSON Schema and back', () => {
  expect(toSchema(fields)).toMatchObject({
    properties: {
      title: { type: 'string', description: 'In English' },
      tone: { type: 'string', enum: ['kind', 'harsh'] },
      names: { type: 'array' },
    },
    required: ['title', 'tone', 'names'],
  });
  expect(parseSchema(toSchema(fields))).toEqual(fields);
});

test('skips a field without a name', () =>
  expect(toSchema([{ name: ' ', type: 'string', description: '', choices: [], isRequired: true }])).toMatchObject({
    properties: {},
    required: [],
  }));
