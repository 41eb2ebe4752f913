import { describe, expect, it } from 'vitest';
import type { AnswerRule } from '../../../electron/contract/run-recipe.ts';
import { createAnswerCheck, type CheckedAnswer } from '../../../electron/core/runs/answer-rules/check-answer.ts';
import { must } from '../../support/must.ts';

const check = (rule: AnswerRule, text: string): CheckedAnswer => must(createAnswerCheck(rule))(text);
const fields = (rule: AnswerRule, text: string): unknown => {
  const checked = check(rule, text);
  return checked.isValid ? checked.fields : checked.complaint;
};

describe('createAnswerCheck', () => {
  it('accepts a label in any case and with punctuation around it', () => {
    const rule = { kind: 'labels', labels: ['Positive', 'Not sure'] } as const;
    for (const text of ['positive', ' “Positive.” ', '**POSITIVE**']) expect(fields(rule, text)).toEqual({ label: 'Positive' });
    expect(fields(rule, 'not sure!')).toEqual({ label: 'Not sure' });
    expect(check(rule, 'Positive or not sure').isValid).toBe(false);
  });

  it('checks JSON against its schema, also in a code block', () => {
    const schema = { type: 'object', properties: { score: { type: 'integer' }, tags: { type: 'array' } }, required: ['score'] };
    const rule = { kind: 'json', schema } as const;
    expect(fields(rule, '{"score": 3, "tags": ["a"]}')).toEqual({ score: '3', tags: '["a"]' });
    expect(fields(rule, 'Here:\n```json\n{"score": 3}\n```\n')).toEqual({ score: '3' });
    expect(fields(rule, '{"score": "3"}')).toContain('score');
    expect(check(rule, 'three').isValid).toBe(false);
  });

  it('matches a pattern and returns its named groups as fields', () => {
    expect(fields({ kind: 'pattern', pattern: '(?<year>\\d{4})-(?<month>\\d\\d)' }, 'on 2026-11')).toEqual({ year: '2026', month: '11' });
    expect(fields({ kind: 'pattern', pattern: '\\d+' }, 'it is 42.')).toEqual({ match: '42' });
  });

  it('rejects a pattern that takes too long (catches one that blocks the program)', () => {
    expect(check({ kind: 'pattern', pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`).isValid).toBe(false);
  });

  it('fails for an invalid rule', () => {
    expect(createAnswerCheck({ kind: 'pattern', pattern: '(' })).toMatchObject({ ok: false, failure: { code: 'invalid-input' } });
    expect(createAnswerCheck({ kind: 'json', schema: { $ref: '#/nowhere' } })).toMatchObject({ ok: false });
  });
});
