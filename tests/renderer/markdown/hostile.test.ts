import { expect, test } from 'vitest';
import { draw, elementsOf, visibleText } from './draw.ts';
import { hostileTexts } from './hostile-texts.ts';

const everywhere = new Set(['class', 'id', 'aria-label', 'aria-description', 'aria-hidden', 'tabindex', 'data-base-ui-tooltip-trigger']);
const button = [
  'type',
  'data-variant',
  'data-size',
  'disabled',
  'aria-disabled',
  'data-disabled',
  'aria-pressed',
  'data-base-ui-click-trigger',
];
const icon = [
  'xmlns',
  'width',
  'height',
  'viewBox',
  'fill',
  'stroke',
  'stroke-width',
  'stroke-linecap',
  'stroke-linejoin',
  'd',
  'x',
  'y',
  'rx',
  'ry',
  'cx',
  'cy',
  'r',
];
const formula = [
  'xmlns',
  'display',
  'encoding',
  'mathvariant',
  'stretchy',
  'fence',
  'separator',
  'lspace',
  'rspace',
  'width',
  'height',
  'depth',
  'voffset',
  'mathcolor',
  'mathbackground',
  'notation',
  'linethickness',
  'scriptlevel',
  'displaystyle',
  'accent',
  'rowspacing',
  'columnalign',
  'columnspacing',
  'minsize',
  'maxsize',
];
const plain = 'div section p span strong em del code pre br hr ul li blockquote h3 h4 h5 h6 table thead tbody tr sup'.split(' ');
const mathTags =
  'math semantics annotation mrow mi mn mo ms mtext mspace msup msub msubsup mfrac msqrt mroot munder mover munderover mtable mtr mtd mstyle mpadded mphantom menclose'.split(
    ' ',
  );

/** Everything that a message can render to. */
const allowed: ReadonlyMap<string, readonly string[]> = new Map([
  ...plain.map((tag): [string, readonly string[]] => [tag, []]),
  ['span', ['data-unsearched']],
  ['ol', ['start']],
  ['th', ['scope', 'data-align']],
  ['td', ['data-align']],
  ['a', ['href', 'rel', 'title']],
  ['img', ['src', 'alt']],
  ['input', ['type', 'disabled', 'checked']],
  ['button', button],
  ...['svg', 'path', 'rect', 'circle', 'polyline'].map((tag): [string, readonly string[]] => [tag, icon]),
  ...mathTags.map((tag): [string, readonly string[]] => [tag, formula]),
]);

function strangers(markup: string): readonly string[] {
  return elementsOf(markup).flatMap(({ tag, attributes }) => {
    const own = allowed.get(tag);
    if (own === undefined) return [`<${tag}>`];
    return Object.entries(attributes).flatMap(([name, value]) => {
      if (name === 'href') return /^(?:https:\/\/|mailto:|#_)/.test(value) ? [] : [`${tag} href=${value}`];
      if (name === 'src') return /^data:image\/(?:png|jpeg|gif|webp);base64,[\w+/=]+$/.test(value) ? [] : [`${tag} src=${value}`];
      if (name === 'style') return tag === 'span' && /^contain-intrinsic-block-size:\d+lh$/.test(value) ? [] : [`${tag} style=${value}`];
      // a scrollable element is one of our groups
      if (name === 'role') return tag === 'div' && value === 'group' ? [] : [`${tag} role=${value}`];
      return own.includes(name) || everywhere.has(name) ? [] : [`${tag} ${name}=${value}`];
    });
  });
}

test.each(hostileTexts)('renders %j as text', async (text) => {
  const markup = await draw(text);
  expect(strangers(markup)).toEqual([]);
  expect(markup).not.toMatch(/class="[^"]*\bx\b/);
});

test('renders all of them together as text', async () => expect(strangers(await draw(hostileTexts.join('\n\n')))).toEqual([]));

test('the allow list doesn’t let a script through', () =>
  expect(strangers('<script src="https://evil.example"></script><p onclick="alert(1)">x</p><a href="javascript:alert(1)">x</a>')).toEqual([
    '<script>',
    'p onclick=alert(1)',
    'a href=javascript:alert(1)',
  ]));

test('shows markup as written', async () => {
  const words = visibleText(await draw('<script>alert(1)</script>'));
  expect(words).toContain('<script>alert(1)</script>');
});

test('names characters that reorder text', async () => {
  expect(visibleText(await draw('user\u202enimda'))).toBe('userU+202Enimda');
  expect(await draw('`a\u2066b`')).not.toContain('\u2066');
  expect(await draw('```\na\u202eb\n```')).not.toContain('\u202e');
});

test.each([
  ['quotes', '> '.repeat(20_000)],
  ['quotes without spaces', '>'.repeat(40_000)],
  ['lists in one line', '- '.repeat(20_000) + 'x'],
  ['lists by indentation', Array.from({ length: 400 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n')],
  ['emphasis', '*a **b '.repeat(10_000)],
  ['brackets', '['.repeat(40_000)],
  ['images', '!['.repeat(20_000)],
  ['brackets and parentheses', '[]('.repeat(12_000)],
  ['stars', '*'.repeat(40_000)],
  ['stars in words', 'a**b'.repeat(10_000)],
  ['underscores', '_a'.repeat(20_000)],
  ['backticks', '`'.repeat(40_000)],
  ['growing backticks', Array.from({ length: 400 }, (_, count) => '`'.repeat(count + 1)).join(' ')],
  ['dollars', '$a'.repeat(20_000)],
  ['formulas', '\\('.repeat(20_000)],
  ['braces in a formula', `$${'{'.repeat(3000)}$`],
  ['tables', `${'|'.repeat(20_000)}\n${'|-'.repeat(10_000)}`],
  ['entities', '&#60;'.repeat(20_000)],
  ['control characters', '\u202e'.repeat(20_000)],
])('renders endless %s without failing', async (_name, text) => expect(strangers(await draw(text))).toEqual([]));
