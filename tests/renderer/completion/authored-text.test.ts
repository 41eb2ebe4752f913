import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdit, appendModelText, splitByAuthor, type AuthoredText } from '../../../renderer/completion/authored-text.ts';

const passage: AuthoredText = { text: 'mine THEIRS end', byModel: [{ start: 5, end: 11 }] };
const byModel = (after: AuthoredText) => splitByAuthor(after).flatMap(({ text, isByModel }) => (isByModel ? [text] : []));

describe('text written by the model', () => {
  test('stays marked while the text around it changes (catches a colour that slips along the text)', () => {
    expect(byModel(applyEdit(passage, 'all mine THEIRS end'))).toEqual(['THEIRS']);
    expect(byModel(applyEdit(passage, 'mine THEIRS end.'))).toEqual(['THEIRS']);
    expect(byModel(applyEdit(passage, 'THEIRS end'))).toEqual(['THEIRS']);
    expect(byModel(applyEdit(passage, 'mine THEIRS! end'))).toEqual(['THEIRS']);
  });

  test('becomes the user’s when edited (catches a colour on words they wrote)', () => {
    expect(byModel(applyEdit(passage, 'mine THEiRS end'))).toEqual([]);
    expect(byModel(applyEdit(passage, 'mine THRS end'))).toEqual([]);
    expect(byModel(applyEdit(passage, ''))).toEqual([]);
  });

  test('is one range while it grows, and another after the user’s text', () => {
    const more = appendModelText(appendModelText({ text: 'a', byModel: [] }, 'b'), 'c');
    expect(more).toEqual({ text: 'abc', byModel: [{ start: 1, end: 3 }] });
    expect(appendModelText(applyEdit(more, 'abcd'), 'e').byModel).toEqual([
      { start: 1, end: 3 },
      { start: 4, end: 5 },
    ]);
  });
});

test('always splits into the whole text, with every range inside it (catches letters lost under the field)', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ isModel: fc.boolean(), text: fc.string({ maxLength: 8 }) })),
      fc.array(fc.string({ maxLength: 12 })),
      (steps, edits) => {
        let now: AuthoredText = { text: '', byModel: [] };
        for (const { isModel, text } of steps) now = isModel ? appendModelText(now, text) : applyEdit(now, now.text + text);
        for (const text of edits) now = applyEdit(now, text + now.text.slice(text.length));
        expect(
          splitByAuthor(now)
            .map(({ text }) => text)
            .join(''),
        ).toBe(now.text);
        for (const { start, end } of now.byModel) expect(0 <= start && start < end && end <= now.text.length).toBe(true);
      },
    ),
  );
});
