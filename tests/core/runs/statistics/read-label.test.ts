import { describe, expect, it } from 'vitest';
import type { AnswerRule } from '../../../../electron/contract/run-recipe.ts';
import { emptyRecipe } from '../../../../electron/core/runs/recipe-check.ts';
import { createLabelReader, createTruthReader } from '../../../../electron/core/runs/statistics/read-label.ts';

/** Creates a recipe with a JSON answer of these properties. */
function jsonRecipe(properties: Readonly<Record<string, unknown>>, truthColumn = 'gold') {
  const answer: AnswerRule = { kind: 'json', schema: { type: 'object', properties } };
  return { ...emptyRecipe, answer, truthColumn };
}

const answered = (fields: Readonly<Record<string, string>>) => ({ fields: JSON.stringify(fields), answer: '{…}' });

describe('createLabelReader', () => {
  it('reads the first field of the schema, not of the answer (catches right answers that count as wrong)', () => {
    const read = createLabelReader(jsonRecipe({ sentiment: { type: 'string' }, reason: { type: 'string' } }));
    expect(read(answered({ reason: 'nice', sentiment: 'positive' }))).toBe('positive');
    expect(read(answered({ reason: 'nice' })), 'an optional field').toBeUndefined();
  });

  it('prefers the field with the name of the truth column, then “label”', () => {
    const properties = { reason: {}, label: {}, gold: {} };
    const fields = { reason: 'r', label: 'l', gold: 'g' };
    expect(createLabelReader(jsonRecipe(properties))(answered(fields))).toBe('g');
    expect(createLabelReader(jsonRecipe(properties, 'other'))(answered(fields))).toBe('l');
    expect(createLabelReader(jsonRecipe({}, 'other'))(answered(fields)), 'a schema without properties').toBe('l');
  });

  it('returns the whole answer without fields', () => {
    expect(createLabelReader({ ...emptyRecipe, truthColumn: 'gold' })({ fields: null, answer: ' yes\n' })).toBe('yes');
  });
});

describe('createTruthReader', () => {
  it.each([
    ['number', '3.0', '3'],
    ['number', '4.50', '4.5'],
    ['integer', '+07', '7'],
    ['boolean', 'TRUE', 'true'],
    ['boolean', 'False', 'false'],
  ])('spells a %s as the answer does: %s', (type, truth, answer) => {
    const recipe = jsonRecipe({ value: { type } });
    const label = createLabelReader(recipe)(answered({ value: answer }));
    expect(createTruthReader(recipe)(` ${truth} `)).toBe(label);
  });

  it('changes no text, no empty value and no number that is too large to be exact', () => {
    expect(createTruthReader(jsonRecipe({ value: { type: 'string' } }))('3.0')).toBe('3.0');
    const read = createTruthReader(jsonRecipe({ value: { type: ['number', 'null'] } }));
    for (const value of ['', 'n/a', '1234567890123456789']) expect(read(value)).toBe(value);
  });

  it('reads a number as its label, however a table spells it', () => {
    const read = createTruthReader({ ...emptyRecipe, answer: { kind: 'labels', labels: ['1', '2', '3'] }, truthColumn: 'gold' });
    expect(['3.0', ' 2.00', '4.0'].map(read)).toEqual(['3', '2', '4.0']);
  });

  it('reads labels as answers are read', () => {
    const read = createTruthReader({ ...emptyRecipe, answer: { kind: 'labels', labels: ['-1', '1'] }, truthColumn: 'gold' });
    expect([' -1', '1.', 'other '].map(read)).toEqual(['-1', '1', 'other']);
  });
});
