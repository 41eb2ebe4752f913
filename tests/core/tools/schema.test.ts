import { expect, onTestFinished, test } from 'vitest';
import { checkArguments } from '../../../electron/core/tools/check-arguments.ts';
import { describeFailure } from '../../../electron/contract/failures/render-failure.ts';
import { toolsText } from '../../../electron/core/tools/text.ts';
import { checkSchema } from '../../../electron/core/tools/validate-tool.ts';
import { replace } from '../../support/count-steps.ts';

const city = { type: 'object', properties: { city: { type: 'string' }, days: { type: 'integer', minimum: 1 } }, required: ['city'] };

test.each([
  city,
  { type: 'object' },
  { type: 'object', properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { enum: ['x'] } } },
  { type: 'object', properties: { a: { type: ['string', 'null'], pattern: '^a+$' } }, additionalProperties: false },
  { type: 'object', properties: { type: { type: 'string' }, required: { type: 'boolean' } } },
])('accepts %j as a schema', (schema) => expect(checkSchema(schema)).toEqual({ ok: true, value: undefined }));

// An error without its position makes the user search a long text.
test.each([
  [{}, 'type', 'not-object-type'],
  [{ type: 'string' }, 'type', 'not-object-type'],
  [{ type: 'object', properties: [] }, 'properties', 'no-schemas'],
  [{ type: 'object', properties: { a: { type: 'text' } } }, 'properties.a.type', 'unknown-type'],
  [{ type: 'object', properties: { a: 'string' } }, 'properties.a', 'not-a-schema'],
  [{ type: 'object', properties: { a: { type: 'array', items: { type: 'x' } } } }, 'properties.a.items.type', 'unknown-type'],
  [{ type: 'object', required: 'a' }, 'required', 'no-names'],
  [{ type: 'object', required: ['a', 'a'] }, 'required', 'no-names'],
  [{ type: 'object', properties: { a: { enum: [] } } }, 'properties.a.enum', 'no-values'],
  [{ type: 'object', properties: { a: { pattern: '(' } } }, 'properties.a.pattern', 'not-a-pattern'],
  [{ type: 'object', patternProperties: { '(': {} } }, 'patternProperties.(', 'not-a-pattern'],
  [{ type: 'object', properties: { a: { $ref: 'https://x.example/y' } } }, 'properties.a.$ref', 'foreign-reference'],
  [{ type: 'object', properties: { a: { $ref: '#/$defs/none' } } }, 'properties.a.$ref', 'broken-reference'],
  [{ type: 'object', anyOf: [{ minLength: -1 }] }, 'anyOf[0].minLength', 'not-a-count'],
])('rejects %j and names the position', (schema, at, problem) => {
  const checked = checkSchema(schema);
  expect(checked).toMatchObject({ ok: false, failure: { code: 'invalid-input', reason: 'tool-schema-invalid', params: { at, problem } } });
  expect(checked.ok ? '' : describeFailure(checked.failure).message).toContain(at);
});

test('parses matching arguments, and none as an empty object', () => {
  expect(checkArguments(city, '{"city":"Bern","days":2}')).toEqual({ isValid: true, values: { city: 'Bern', days: 2 } });
  expect(checkArguments({ type: 'object' }, '')).toEqual({ isValid: true, values: {} });
});

test.each([
  ['{"city":', 'JSON: '],
  ['["Bern"]', toolsText.argumentsNotObject],
  ['null', toolsText.argumentsNotObject],
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
  expect(checked.isValid ? '' : checked.complaint).toBe(toolsText.argumentsUnchecked.slow);
});

test('reports a schema that refers to itself endlessly instead of throwing', () => {
  const schema = { type: 'object', properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } };
  const checked = checkArguments(schema, '{"a":1}');
  expect(checked.isValid ? '' : checked.complaint).toBe(toolsText.argumentsUnchecked.unusable);
});

test('leaves the schema unchanged when checking, because it is saved and sent', () => {
  const schema = structuredClone(city);
  checkArguments(schema, '{}');
  expect(Object.getOwnPropertyNames(schema)).toEqual(Object.getOwnPropertyNames(city));
});

test('reports many errors in linear time (catches arguments that block the program for seconds)', () => {
  const long = 1000;
  let compared = 0;
  const restore = replace(String.prototype, 'startsWith', (startsWith) => {
    return function (this: string, ...found) {
      compared += 1;
      return startsWith.apply(this, found);
    };
  });
  onTestFinished(restore);
  const schema = { type: 'object', properties: { list: { type: 'array', items: { type: 'string' } } } };
  const checked = checkArguments(schema, JSON.stringify({ list: Array(long).fill(1) }));
  restore();
  expect(checked.isValid ? '' : checked.complaint.split('\n')).toContain('- list/0: Instance type "number" is invalid. Expected "string".');
  expect(compared).toBeLessThan(10 * long);
});
