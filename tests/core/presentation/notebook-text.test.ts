import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { applyEdit, insertContinuation, replaySteps, type NotebookText } from '../../../electron/presentation/notebook-text.ts';

const range = (start: number, end: number, from = 0) => ({ start, end, messageId: 'm', from });
const written: NotebookText = { text: 'mine THEIRS end', byModel: [range(5, 11)] };
const byModel = ({ text, byModel: ranges }: NotebookText) => ranges.map(({ start, end }) => text.slice(start, end));

describe('text written by the model', () => {
  test('stays marked while the text around it changes (catches a colour that slips along the text)', () => {
    expect(byModel(applyEdit(written, 'all mine THEIRS end'))).toEqual(['THEIRS']);
    expect(byModel(applyEdit(written, 'mine THEIRS end.'))).toEqual(['THEIRS']);
    expect(byModel(applyEdit(written, 'THEIRS end'))).toEqual(['THEIRS']);
    expect(byModel(applyEdit(written, 'mine THEIRS! end'))).toEqual(['THEIRS']);
  });

  test('becomes the user’s from an edit on (catches figures on words they wrote)', () => {
    expect(byModel(applyEdit(written, 'mine THEiRS end'))).toEqual(['THE']);
    expect(byModel(applyEdit(written, 'mine XHEIRS end'))).toEqual([]);
    expect(byModel(applyEdit(written, ''))).toEqual([]);
  });

  test('is split by a continuation in it, with its tokens in place (catches figures of other tokens)', () => {
    const after = insertContinuation(written, 8, 'new', 'n');
    expect(after.text).toBe('mine THEnewIRS end');
    expect(after.byModel).toEqual([range(5, 8), { start: 8, end: 11, messageId: 'n', from: 0 }, range(11, 14, 3)]);
  });

  test('is found again from the saved steps, also before a suffix', () => {
    const { text, at } = replaySteps([
      { kind: 'sent', prompt: 'a ', suffix: ' d' },
      { kind: 'continuation', messageId: 'm', text: 'b' },
      { kind: 'sent', prompt: 'a b d', suffix: '' },
      { kind: 'continuation', messageId: 'n', text: ' e' },
    ]);
    expect([text.text, at]).toEqual(['a b d e', 7]);
    expect(byModel(text)).toEqual(['b', ' e']);
  });

  test('is found in several places of a saved text that was edited around it', () => {
    const { text } = replaySteps([
      { kind: 'sent', prompt: 'a', suffix: '' },
      { kind: 'continuation', messageId: 'm', text: ' b' },
      { kind: 'sent', prompt: 'Well, a b!', suffix: '', byModel: [range(7, 9)] },
    ]);
    expect(byModel(text)).toEqual([' b']);
  });
});

test('always keeps every range inside the text and in order (catches letters lost under the field)', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ isModel: fc.boolean(), text: fc.string({ maxLength: 8 }), at: fc.nat(30) })),
      fc.array(fc.string({ maxLength: 12 })),
      (steps, edits) => {
        let now: NotebookText = { text: '', byModel: [] };
        for (const { isModel, text, at } of steps)
          now = isModel ? insertContinuation(now, Math.min(at, now.text.length), text, 'm') : applyEdit(now, now.text + text);
        for (const text of edits) now = applyEdit(now, text + now.text.slice(text.length));
        let last = 0;
        for (const { start, end } of now.byModel) {
          expect(last <= start && start < end && end <= now.text.length).toBe(true);
          last = end;
        }
      },
    ),
  ));
