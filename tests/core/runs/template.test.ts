import { describe, expect, it } from 'vitest';
import { fillTemplate } from '../../../electron/core/runs/template.ts';

describe('fillTemplate', () => {
  it('replaces placeholders of any column name', () => {
    const values = { text: 'A', 'a b': 'B', __proto__x: 'C' };
    expect(fillTemplate('{{text}} {{ a b }} {{text}} {{__proto__x}}', values)).toEqual({ text: 'A B A C', unknown: [] });
  });

  it('does not replace placeholders in values (catches a row that reads other columns)', () => {
    expect(fillTemplate('{{a}}', { a: '{{b}}', b: 'secret' }).text).toBe('{{b}}');
    expect(fillTemplate('{{a}}', { a: "$& $' $1" }).text).toBe("$& $' $1");
  });

  it('keeps and returns placeholders that name no column', () => {
    expect(fillTemplate('{{toString}} {{x}} {x} {{}}', { y: '' })).toEqual({
      text: '{{toString}} {{x}} {x} {{}}',
      unknown: ['toString', 'x', ''],
    });
  });
});
