import { expect, test } from 'vitest';
import { impossibleLogprob } from '../../../../electron/contract/constants.ts';
import type { Token } from '../../../../electron/contract/tokens.ts';
import { shadedText, shadedHtml, shadingStyle } from '../../../../electron/core/history/export/html.ts';

const token = (text: string, logprob: number | null, ...others: readonly (readonly [string, number])[]): Token => ({
  text,
  logprob,
  alternatives: others.map(([other, own]) => ({ text: other, logprob: own })),
  kind: 'content',
});

test.each([
  [0.95, 0],
  [0.7, 1],
  [0.4, 2],
  [0.2, 3],
  [0.01, 4],
])('shades a token of probability %d at level %i, which has its own thickness', (probability, level) => {
  expect(shadedHtml('a', [token('a', Math.log(probability))])).toContain(`<i class="l${level}"`);
  expect(level === 0 || shadingStyle.includes(`.tokens .l${level} { border-bottom-width: ${level}px;`)).toBe(true);
});

test('writes all of the text once, whatever its tokens are', () => {
  const html = shadedHtml('Hi 🚢 there', [
    token('Hi', null),
    token('<|x|>', -1),
    token('\uFFFD', -1),
    token('\uFFFD', -1),
    token(' there', -1),
  ]);
  expect(html.replaceAll(/<[^>]*>/g, '')).toBe('Hi 🚢 there');
});

test('escapes tokens and alternatives (catches a page that runs what a model wrote)', () => {
  const html = shadedHtml('"><script>', [token('"><script>', Math.log(0.5), ['"onclick=x', Math.log(0.25)], ['never', impossibleLogprob])]);
  expect(html).toBe(
    '<i class="l2" title="Probability 50.0%\n&quot;\\&quot;onclick=x&quot; 25.0%\n&quot;never&quot; 0%">&quot;&gt;&lt;script&gt;</i>',
  );
});

test('shades the continuations that an edit left, up to the edit (catches an exported text without shades after one change)', () => {
  const tokens = [token(' red', Math.log(0.95)), token(' fox', Math.log(0.01))];
  const byModel = [{ start: 3, end: 9, from: 0, continuation: ' red fox', tokens }];
  const html = shadedText({ text: 'The red f & more', byModel });
  expect(html.replaceAll(/ title="[^"]*"/g, '')).toBe('The<i class="l0"> red</i><i class="l4"> f</i> &amp; more');
});
