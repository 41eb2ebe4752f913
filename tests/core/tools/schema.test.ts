import { expect, test } from 'vitest';
import { checkArguments } from '../../../electron/core/tools/schema/check-arguments.ts';
import { checkSchema } from '../../../electron/core/tools/schema/check-schema.ts';

const city = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } }, required: ['city'] };

test.each([
  city,
  { type: 'object' },
  { type: 'object', properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { enum: ['x'] } } },
  { type: 'object', properties: { a: { type: ['string', 'null'], pattern: '^a+$' } }, additionalProperties: false },
  { type: 'object', properties: { type: { type: 'string' }, required: { type: 'boolean' } } },
])('accepts %j as a schema', (schema) => {
  expect(checkSchema(schema)).toEqual({ ok: true, value: undefined });
});

// An error without its position makes the user search a long text.
test.each([
  [{}, 'type: must be "object"'],
  [{ type: 'string' }, 'type: must be "object"'],
  [{ type: 'object', properties: [] }, 'properties: must be an object of schemas'],
  [{ type: 'object', properties: { a: { type: 'text' } } }, 'properties.a.type: must be one of'],
  [{ type: 'object', properties: { a: 'string' } }, 'properties.a: must be an object'],
  [{ type: 'object', properties: { a: { type: 'array', items: { type: 'x' } } } }, 'properties.a.items.type'],
  [{ type: 'object', required: 'a' }, 'required: must be a list of names'],
  [{ type: 'object', required: ['a', 'a'] }, 'required: must be a list of names'],
  [{ type: 'object', properties: { a: { enum: [] } } }, 'properties.a.enum'],
  [{ type: 'object', properties: { a: { pattern: '(' } } }, 'properties.a.pattern: is not a regular expression'],
  [{ type: 'object', patternProperties: { '(': {} } }, 'patternProperties.(: is not a regular expression'],
  [{ type: 'object', properties: { a: { $ref: 'https://x.example/y' } } }, 'properties.a.$ref: must point into this schema'],
  [{ type: 'object', properties: { a: { $ref: '#/$defs/none' } } }, 'properties.a.$ref: points to nothing'],
  [{ type: 'object', anyOf: [{ minLength: -1 }] }, 'anyOf[0].minLength'],
])('rejects %j and names the position', (schema, message) => {
  const checked = checkSchema(schema);
  expect(checked.ok ? '' : checked.failure.message).toContain(message);
});

test('parses matching arguments, and none as an empty object', () => {
  expect(checkArguments(city, '{"city":"Bern","days":2}')).toEqual({ isValid: true, values: { city: 'Bern', days: 2 } });
  expect(checkArguments({ type: 'object' }, '')).toEqual({ isValid: true, values: {} });
});

test.each([
  ['{"city":', 'not JSON'],
  ['["Bern"]', 'one JSON object'],
  ['null', 'one JSON object'],
  ['{}', 'city'],
  ['{"city":3}', '- city: '],
  ['{"city":"Bern","days":0}', '- days: '],
])('names the argument when rejecting %s', (text, message) => {
  const checked = checkArguments(city, text);
  expect(checked.isValid ? '' : checked.complaint).toContain(message);
});

// A server's schema with such a pattern would otherwise freeze the whole program.
test('stops a pattern that never ends', () => {
  const schema = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };
  expect(checkSchema(schema).ok).toBe(true);
  const checked = checkArguments(schema, JSON.stringify({ a: `${'a'.repeat(60)}!` }));
  expect(checked.isValid ? '' : checked.complaint).toContain('too slow');
});

test('reports a schema that refers to itself endlessly instead of throwing', () => {
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } };
  const checked = checkArguments(schema, '{"a":1}');
  expect(checked.isValid ? '' : checked.complaint).toContain('could not be checked');
});

test('leaves the schema unchanged when checking, because it is saved and sent', () => {
  const schema = structuredClone(city);
  checkArguments(schema, '{}');
  expect(Object.getOwnPropertyNames(schema)).toEqual(Object.getOwnPropertyNames(city));
});
