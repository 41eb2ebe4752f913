import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { copyString } from '../../../electron/markdown/fence.ts';
import { hasMisleadingText, isImageData, linkTarget, LinkView } from '../../../renderer/markdown/link-view.tsx';
import { boundedPieces } from '../../../electron/markdown/lexer-limits.ts';
import { LiteralText, StreamingLiteralText } from '../../../renderer/markdown/literal-text.tsx';
import { pauseAfter } from '../../../renderer/markdown/throttled-text.ts';
import { revealHiddenCharacters } from '../../../renderer/markdown/reveal-hidden-characters.tsx';
import { tableCsv } from '../../../renderer/markdown/markdown-block.tsx';
import { createStore } from '../../../renderer/state/store.ts';
import { visibleText } from './draw.ts';

test('opens no endless address, and shows the beginning of it (catches one definition that thousands of links repeat)', () => {
  const address = `https://a.example/${'x'.repeat(10_000)}`;
  expect(linkTarget(address).kind).toBe('dead');
  const shown = renderToStaticMarkup(LinkView({ href: address, text: 'a', children: 'a' }));
  expect(shown).toContain('https://a.example/xxx');
  expect(shown.length).toBeLessThan(400);
});

test('shows countless hidden characters without an element for each', () => {
  const shown = revealHiddenCharacters(`a${'\u0001'.repeat(100_000)}\u{e0041}`);
  expect(shown).toBe(`a${'[U+0001]'.repeat(100_000)}[U+E0041]`);
});

test.each([
  ['https://a.example/x', 'open'],
  ['mailto:a@b.example', 'open'],
  ['http://a.example', 'dead'],
  ['javascript:alert(1)', 'dead'],
  ['https://user@a.example', 'dead'],
  ['relative/path', 'dead'],
  ['', 'dead'],
])('classifies %j as %s', (href, kind) => expect(linkTarget(href).kind).toBe(kind));

test.each([
  ['bank.example', 'https://evil.example', true],
  ['https://bank.example/login', 'https://bank.example.evil.example/login', true],
  ['bank.example', 'https://www.bank.example/', false],
  ['www.bank.example', 'https://bank.example/', false],
  ['the manual', 'https://a.example/', false],
  ['someone@b.example', 'mailto:someone@b.example', false],
  ['first.last@b.example', 'mailto:first.last@b.example', false],
  ['Write to jane.doe+lab@uni.example.', 'mailto:jane.doe+lab@uni.example', false],
  ['jane.doe_x@uni.example', 'mailto:jane.doe_x@uni.example', false],
  ['jane.doe+lab@uni.example', 'mailto:jane.doe+lab@evil.example', true],
  ['bank.example/jane_d@uni.example', 'mailto:jane_d@uni.example', true],
  ['bank.example.', 'https://evil.example', true],
  ['“bank.example”', 'https://evil.example', true],
  ['..bank.example', 'https://evil.example', true],
  ['bank\u00ad.exam\u200bple', 'https://evil.example', true],
  ['bank．example', 'https://evil.example', true],
  ['evil.example, bank.example', 'https://evil.example', true],
  ['https://bank.example@evil.example', 'https://evil.example', true],
  ['login/bank.example', 'https://evil.example', true],
  ['https://a.example:8443/v1.2/index.html?file=b.txt', 'https://a.example:8443/', false],
  ['https://a.example/docs/übersicht.pdf', 'https://a.example/docs/übersicht.pdf', false],
  ['a.example/文件.pdf, bank.example', 'https://a.example/', true],
  ['Version 1.2.3, e.g. for 3.5 hours...', 'https://a.example/', false],
])('link text %j for %j: misleading is %s', (words, href, expected) => expect(hasMisleadingText(words, linkTarget(href))).toBe(expected));

test('accepts only harmless image types as images', () => {
  expect(isImageData('data:image/webp;base64,AAAA')).toBe(true);
  expect(isImageData('data:image/svg+xml;base64,AAAA')).toBe(false);
  expect(isImageData('data:image/png,AAAA')).toBe(false);
  expect(isImageData('data:image/png;base64,AAAA" onerror="x')).toBe(false);
});

test('converts a table to CSV, quoted if needed and without emphasis', () => {
  const source = '| a | b, c |\n|---|---|\n| **1** | say "x" |\n| [y](https://a.example) | `z` |\n';
  expect(tableCsv(source, {})).toBe('a,"b, c"\r\n1,"say ""x"""\r\ny,z');
});

test('copies all cells of a row as CSV, and the text of links that are defined elsewhere', () => {
  const links = { 1: { href: 'https://a.example', title: null } };
  const source = '| op | by |\n|---|---|\n| `a || b` | [Smith][1] |\n| 1 | 2 | 3 |\n';
  expect(tableCsv(source, links)).toBe('op,by\r\na || b,Smith\r\n1,2 | 3');
});

test('splits a line with many delimiters into pieces that add up to the line', () => {
  const line = 'a*b [c] _d_ '.repeat(5000);
  const pieces = boundedPieces(line);
  expect(pieces.join('')).toBe(line);
  expect(Math.max(...pieces.map((piece) => piece.replaceAll(/[^*_[~`<$]/g, '').length))).toBeLessThanOrEqual(128);
  expect(boundedPieces('An *ordinary* line.')).toHaveLength(1);
  expect(boundedPieces('!'.repeat(1000)).length).toBeGreaterThan(5); // the lexer searches all of it for an address at each
});

test('renders cheap updates in every frame, delays expensive ones, and limits the delay', () => {
  expect(pauseAfter(2)).toBe(0);
  expect(pauseAfter(20)).toBeGreaterThanOrEqual(40);
  expect(pauseAfter(10_000)).toBeLessThanOrEqual(500);
});

test('copies a string unchanged', () => expect(copyString('x'.repeat(100).slice(10, 50))).toBe('x'.repeat(40)));

test('shows in literal text what a rendered message would hide', () => {
  const markup = renderToStaticMarkup(createElement(LiteralText, { text: '**a** <b>\n`c`\u202e' }));
  expect(visibleText(markup)).toBe('**a** <b>\n`c`U+202E');
});

test('splits a growing literal text into pieces, and formats it once it is complete (catches a layout of all of it at each chunk)', () => {
  const store = createStore(`{"rows":[${'1,'.repeat(30_000)}`);
  const drawn = (isLive: boolean) =>
    renderToStaticMarkup(createElement(StreamingLiteralText, { store, isLive, format: (text: string) => text.replace('{', '{ ') }));
  expect(visibleText(drawn(true))).toBe(store.read());
  expect(drawn(true).match(/markdown-literal-piece/g)).toHaveLength(4);
  expect(visibleText(drawn(false))).toMatch(/^\{ "rows"/);
  store.write(store.read().repeat(2)); // would take several frames
  expect(visibleText(drawn(false))).toBe(store.read());
});
