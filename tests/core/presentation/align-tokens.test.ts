import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alignTokens } from '../../../electron/presentation/align-tokens.ts';
import { countSteps } from '../../support/count-steps.ts';

const tokens = (...texts: readonly string[]): readonly { readonly text: string }[] => texts.map((text) => ({ text }));
/** Returns what each token covers, or null. */
const covered = (texts: readonly string[], visible: string): readonly (string | null)[] =>
  alignTokens(tokens(...texts), visible).map((range) => range && visible.slice(range.start, range.end));

test('gives each token its own text', () => expect(covered(['The', ' road', '.'], 'The road.')).toEqual(['The', ' road', '.']));

test('leaves out tokens that aren’t visible: special ones, stop sequences and those a parser removed', () =>
  expect(covered(['<think>', 'Hm', '</think>', 'Yes', '.', '<|end|>'], 'HmYes.')).toEqual([null, 'Hm', null, 'Yes', '.', null]));

test('gives a character to the token that completes it, as vLLM writes it', () =>
  expect(covered(['Hi ', '', '', '🚢', '!'], 'Hi 🚢!')).toEqual(['Hi ', null, null, '🚢', '!']));

test('gives a character to the last of its parts if none of them has its text, as SGLang writes it', () => {
  expect(covered(['Hi ', '\uFFFD', '\uFFFD', ' there'], 'Hi 🚢 there')).toEqual(['Hi ', null, '🚢', ' there']);
  expect(covered(['Hi ', '\uFFFD', '\uFFFD'], 'Hi 🚢')).toEqual(['Hi ', null, '🚢']);
  expect(covered(['\uFFFD', '\uFFFD', '.', '\uFFFD', '\uFFFD', '.'], '🚢.⛵.')).toEqual([null, '🚢', '.', null, '⛵', '.']);
});

test('keeps a replacement character that the text really contains', () =>
  expect(covered(['a', '\uFFFD', 'b'], 'a\uFFFDb')).toEqual(['a', '\uFFFD', 'b']));

test('finds tokens whose white space was removed where a part begins or ends', () =>
  expect(covered([' Hello', ' you', '.\n\n', 'Yes'], 'Hello you.Yes')).toEqual(['Hello', ' you', '.', 'Yes']));

test('finds its place again after visible text without tokens', () =>
  expect(covered(['Once', ' upon', ' a', ' time', ' there'], 'Once [a part without tokens] upon a time there')).toEqual([
    'Once',
    ' upon',
    ' a',
    ' time',
    ' there',
  ]));

test('cuts a token in which a stop sequence begins', () => expect(covered(['One', ' two.###'], 'One two.')).toEqual(['One', ' two.']));

const text = fc
  .array(fc.constantFrom('a', 'b', ' ', '\n', 'é', '🚢', 'The', ' road', '.'), { maxLength: 60 })
  .map((pieces) => pieces.join(''));

test('covers a text that its tokens spell, whatever invisible tokens stand between them', () =>
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('The', ' road', ' was', ' long', ',', '\n', ' 🚢', '<|end|>', '</think>'), { maxLength: 80 }),
      (pieces) => {
        const isSpecial = (piece: string): boolean => piece.startsWith('<');
        const visible = pieces.filter((piece) => !isSpecial(piece)).join('');
        expect(covered(pieces, visible)).toEqual(pieces.map((piece) => (isSpecial(piece) ? null : piece)));
      },
    ),
  ));

test('returns ranges in order that don’t overlap and lie within the text, for any tokens and any text', () =>
  fc.assert(
    fc.property(fc.array(fc.oneof(text, fc.constantFrom('', '\uFFFD', ' \uFFFD')), { maxLength: 40 }), text, (texts, visible) => {
      let at = 0;
      for (const range of alignTokens(tokens(...texts), visible)) {
        if (!range) continue;
        expect(range.start).toBeGreaterThanOrEqual(at);
        expect(range.end).toBeGreaterThanOrEqual(range.start);
        at = range.end;
      }
      expect(at).toBeLessThanOrEqual(visible.length);
    }),
  ));

test.each([
  ['tokens that are all visible', 'a ', 'a '],
  ['tokens that are nowhere in the text', 'zebra', 'a '],
  ['half characters only', '\uFFFD', 'a '],
  ['tokens longer than the text', 'a '.repeat(50), 'a'],
])('takes linear time for %s (catches a search of the whole text for each token)', (_name, token, unit) => {
  const steps = (size: number): number => {
    const texts = Array.from({ length: size }, () => ({ text: token }));
    const visible = unit.repeat(size);
    const { elements, searched } = countSteps(() => alignTokens(texts, visible));
    return elements + searched;
  };
  expect(steps(4000)).toBeLessThan(4.5 * steps(1000) + 1000);
});
