import { describe, expect, it, onTestFinished } from 'vitest';
import type { AnswerRule } from '../../../electron/contract/run-recipe.ts';
import { createAnswerCheck, type CheckedAnswer } from '../../../electron/core/runs/check-answer.ts';
import { replace } from '../../support/count-steps.ts';
import { must } from '../../support/must.ts';
import { patternSteps } from '../../support/pattern-steps.ts';

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

  it('tells labels apart that differ only by a sign, by marks or by case (catches wrong answers that count as right)', () => {
    const numbers = { kind: 'labels', labels: ['-1', '0', '1'] } as const;
    for (const text of ['-1', '**-1**', '"-1".']) expect(fields(numbers, text)).toEqual({ label: '-1' });
    expect(fields(numbers, '- 1')).toEqual({ label: '1' });
    expect(check({ kind: 'labels', labels: ['-1', '0'] }, '1').isValid).toBe(false);
    expect(check({ kind: 'labels', labels: ['0', '1'] }, '-1').isValid).toBe(false);
    expect(check({ kind: 'labels', labels: ['0', '5'] }, '.5').isValid).toBe(false);

    const signs = { kind: 'labels', labels: ['+', '-', '?'] } as const;
    for (const label of ['+', '-', '?']) expect(fields(signs, ` ${label}\n`)).toEqual({ label });
    for (const text of ['', '...', '!']) expect(check(signs, text).isValid, text).toBe(false);

    const countries = { kind: 'labels', labels: ['US', 'us', 'UK'] } as const;
    expect(fields(countries, 'US')).toEqual({ label: 'US' });
    expect(fields(countries, 'us')).toEqual({ label: 'us' });
    expect(check(countries, 'Us').isValid, 'ambiguous').toBe(false);
    expect(fields(countries, 'uk.')).toEqual({ label: 'UK' });
  });

  it('checks JSON against its schema, also in a code block', () => {
    const schema = { type: 'object', properties: { score: { type: 'integer' }, tags: { type: 'array' } }, required: ['score'] };
    const rule = { kind: 'json', schema } as const;
    expect(fields(rule, '{"score": 3, "tags": ["a"]}')).toEqual({ score: '3', tags: '["a"]' });
    expect(fields(rule, 'Here:\n```json\n{"score": 3}\n```\n')).toEqual({ score: '3' });
    expect(fields(rule, '{"score": "3"}')).toContain('score');
    expect(check(rule, 'three').isValid).toBe(false);
  });

  it('finds the only code block with JSON', () => {
    const rule = { kind: 'json', schema: {} } as const;
    const blocks = [
      '```\n1\n```',
      '````JSON \n\n1 \u00a0```',
      '```py\nx\n``` ```\n1```',
      '``` json\n2\n``` and ```\n1\n```',
      '```\nx\n``````\n1```',
    ];
    for (const text of blocks) expect(fields(rule, text), text).toEqual({ value: '1' });
    for (const text of ['```1```', '```json\n1', '```\n1\n```\n2\n```\n3```', '```\n1\n``` ```\n2\n```', '```\n\u00a01```'])
      expect(check(rule, text).isValid, text).toBe(false);
  });

  it('reads a long answer in linear time (catches marks or blank lines that block the program for seconds)', () => {
    const long = 300;
    const marks = `a${'-'.repeat(long)}a`;
    expect(patternSteps(() => check({ kind: 'labels', labels: ['a'] }, marks))).toBeLessThan(20 * long);
    const openBlock = `\`\`\`json${'\n'.repeat(long)}{`;
    expect(patternSteps(() => check({ kind: 'json', schema: {} }, openBlock))).toBeLessThan(20 * long);
  });

  it('describes many errors in linear time (catches an answer that blocks the program for seconds)', () => {
    const long = 1000;
    let compared = 0;
    const restore = replace(String.prototype, 'startsWith', (startsWith) => {
      return function (this: string, ...found) {
        compared += 1;
        return startsWith.apply(this, found);
      };
    });
    onTestFinished(restore);
    const schema = { type: 'array', items: { type: 'string' } };
    const complaint = fields({ kind: 'json', schema }, JSON.stringify(Array(long).fill(1)));
    restore();
    expect(complaint).toContain('Instance type "number" is invalid');
    expect(complaint).not.toContain('Items did not match');
    expect(compared).toBeLessThan(10 * long);
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
