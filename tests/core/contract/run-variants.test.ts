import { describe, expect, it } from 'vitest';
import { createAnswerCheck } from '../../../electron/core/runs/check-answer.ts';
import { fieldColumns } from '../../../electron/contract/run-variants.ts';
import { must } from '../../support/must.ts';
import { patternSteps } from '../../support/pattern-steps.ts';

const columnsOf = (pattern: string): readonly string[] => fieldColumns({ answer: { kind: 'pattern', pattern } });

describe('fieldColumns', () => {
  it.each([
    [String.raw`(?<größe>\d+) (?<einheit>\w+)`, '12 cm'],
    [String.raw`(?<a>x)|(?<\u{62}>y)`, 'y'],
    [String.raw`[(?<no>]+(?<yes>\d)`, '(?<no>1'],
    [String.raw`\(?<no>(?<yes>\d)`, '(<no>1'],
    [String.raw`[\]\[(?<no>](?<=x|\()(?<!y)(?<yes>\d)`, '(1'],
    [String.raw`(?<year>\d{4})-\d\d|\d\d-(?<year>\d{4})`, '12-2024'],
    [String.raw`(?<first>\d)(?:\k<first>|(?<second>x))`, '11'],
    [String.raw`\d+`, '12'],
  ])('has the fields of the answers to %s (catches a column without values)', (pattern, answer) => {
    const checked = must(createAnswerCheck({ kind: 'pattern', pattern }))(answer);
    expect(checked.isValid && Object.keys(checked.fields ?? {})).toEqual(columnsOf(pattern));
  });

  it('has one field for a pattern with an invalid name', () => {
    for (const pattern of ['(?<a', '(?<1>x)', '(?<a b>x)']) expect(columnsOf(pattern), pattern).toEqual(['match']);
  });

  it.each([
    ['many choices', '(|)'.repeat(20)],
    ['open classes', '['.repeat(300)],
    ['open names', '(?<'.repeat(300)],
  ])('takes no longer for %s than for other patterns (catches a window that hangs when a recipe is opened)', (_, rest) => {
    const pattern = `(?<a>x)${rest}y`;
    expect(columnsOf(pattern)).toEqual(['a']);
    expect(patternSteps(() => columnsOf(pattern))).toBeLessThan(20 * pattern.length);
  });
});
