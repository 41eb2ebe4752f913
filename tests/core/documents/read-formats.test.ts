import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { writeXlsx } from 'hucre';
import { expect, onTestFinished, test } from 'vitest';
import { must } from '../../support/must.ts';
import { paragraph, writeArchive, writeDocx, writeEpub, writeOpenDocument, writePptx } from '../../support/documents/office-writer.ts';
import { readAll, readReason, readTexts } from './read-all.ts';

const row = (...cells: readonly string[]): string => `<w:tr>${cells.map((cell) => `<w:tc>${paragraph(cell)}</w:tc>`).join('')}</w:tr>`;

test('reads a Word document as it is after its tracked changes: headings, lists, tables, notes, text boxes once', async () => {
  const body = [
    paragraph('Rivers', '<w:pStyle w:val="Titel"/>'),
    paragraph('An introduction.'),
    paragraph('Methods', '<w:pStyle w:val="berschrift2"/><w:tabs><w:tab w:val="left"/></w:tabs>'),
    `<w:p><w:r><w:t>We counted</w:t></w:r><w:del><w:r><w:delText> nothing</w:delText></w:r></w:del><w:ins><w:r><w:t> fish</w:t></w:r></w:ins><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
    paragraph('Trout', '<w:numPr><w:ilvl w:val="0"/></w:numPr>'),
    `<w:tbl>${row('River', 'Fish')}${row('Rhine', '7|8')}</w:tbl>`,
    `<w:p><mc:AlternateContent><mc:Choice><w:txbxContent>${paragraph('In a box')}</w:txbxContent></mc:Choice><mc:Fallback><w:txbxContent>${paragraph('In a box')}</w:txbxContent></mc:Fallback></mc:AlternateContent></w:p>`,
  ].join('');
  const { result, parts, bugs } = await readAll({
    name: 'thesis.docx',
    bytes: writeDocx(body, { title: 'On rivers', notes: { 2: 'In 2024.' } }),
  });
  expect(bugs).toEqual([]);
  expect(must(result)).toMatchObject({ title: 'On rivers', kind: 'docx', unit: 'section', problems: [] });
  expect(parts.map(({ heading, text }) => [heading, text])).toEqual([
    ['Rivers', '# Rivers\n\nAn introduction.'],
    [
      'Methods',
      '## Methods\n\nWe counted fish[^1]\n\n- Trout\n\n| River | Fish |\n|---|---|\n| Rhine | 7\\|8 |\n\nIn a box\n\n[^1]: In 2024.',
    ],
  ]);
});

// catches a reader that tells a server which documents are opened here
test('fetches nothing that a document refers to', async () => {
  const requests: (string | undefined)[] = [];
  const server = createServer((request, response) => response.end(requests.push(request.url)));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await readTexts('linked.docx', writeDocx(paragraph('Text'), { address }))).toEqual(['Text']);
  const page = `<html><head><link rel="stylesheet" href="${address}/css"></head><body><img src="${address}/png"><iframe src="${address}/frame"></iframe><script src="${address}/js"></script><p>Text</p></body></html>`;
  expect(await readTexts('page.html', Buffer.from(page))).toEqual(['Text']);
  expect(await readTexts('image.svg', Buffer.from(`<svg><image href="${address}/svg"/><text>Text</text></svg>`))).toHaveLength(1);
  expect(requests).toEqual([]);
});

test('reads slides in their order, with the speaker’s notes', async () => {
  const { result, parts } = await readAll({
    name: 'talk.pptx',
    bytes: writePptx([
      { title: 'First', lines: ['One', 'Two'], notes: 'Say hello' },
      { title: 'Second', lines: ['Three'] },
    ]),
  });
  expect(must(result)).toMatchObject({ title: 'First', kind: 'pptx', unit: 'slide', parts: 2 });
  expect(parts.map(({ text }) => text)).toEqual(['# First\n\nOne\n\nTwo\n\nNotes: Say hello', '# Second\n\nThree']);
});

test('reads OpenDocument texts and presentations', async () => {
  const body =
    '<text:tracked-changes><text:p>gone</text:p></text:tracked-changes><text:h text:outline-level="1">Title</text:h>' +
    '<text:p>A<text:s text:c="1"/>line<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>See there.</text:p></text:note-body></text:note></text:p>' +
    '<text:list><text:list-item><text:p>Item</text:p></text:list-item></text:list>' +
    '<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table>';
  expect(await readTexts('text.odt', writeOpenDocument('text', body))).toEqual([
    '# Title\n\nA line[^1]\n\n- Item\n\n| a | b |\n|---|---|\n\n[^1]: See there.',
  ]);
  const slides =
    '<draw:page><draw:frame presentation:class="title"><text:p>Hello</text:p></draw:frame><draw:frame><text:p>World</text:p></draw:frame></draw:page><draw:page><draw:frame><text:p>End</text:p></draw:frame></draw:page>';
  expect(await readTexts('talk.odp', writeOpenDocument('presentation', slides))).toEqual(['# Hello\n\nWorld', 'End']);
});

test('reads the chapters of a book by its spine, and web pages without scripts', async () => {
  const { result, parts } = await readAll({ name: 'book.epub', bytes: writeEpub('A Book', ['<h1>One</h1><p>First</p>', '<p>Second</p>']) });
  expect(must(result)).toMatchObject({ title: 'A Book', kind: 'epub' });
  expect(parts.map(({ text }) => text)).toEqual(['# One\n\nFirst', 'Second']);
  const html =
    '<!doctype html><title>Page &amp; more</title><style>p{}</style><h2>Head</h2><p>Some <b>bold</b>\n text<script>evil()</script><ul><li>a<li>b</ul><table><tr><th>x<td>1</table><pre>  code\n  here</pre>';
  const page = await readAll({ name: 'page.html', bytes: Buffer.from(html) });
  expect(must(page.result).title).toBe('Page & more');
  expect(page.parts.map(({ text }) => text)).toEqual([
    '## Head\n\nSome bold text\n\n- a\n\n- b\n\n| x | 1 |\n|---|---|\n\n```\n  code\n  here\n```',
  ]);
});

test('reads RTF with characters of code pages and Unicode', async () => {
  const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times;}}{\info{\title x}}\outlinelevel0 Heading\par\pard Caf\'e9 \u8364?5 \{x\}{\*\unknown gone}\par\trowd a\cell b\cell\row\trowd c\cell d\cell\row\pard End\par}`;
  expect(await readTexts('old.rtf', Buffer.from(rtf))).toEqual(['# Heading\n\nCafé €5 {x}\n\n| a | b |\n|---|---|\n| c | d |\n\nEnd']);
});

test('reads tables with their header in each section, and a summary of the columns', async () => {
  const rows = ['name,age,joined', 'Ada,36,x', 'Alan,41,', '=cmd(),007,x'];
  const { result, parts } = await readAll({ name: 'people.csv', bytes: Buffer.from(rows.join('\n')) });
  expect(must(result).kind).toBe('csv');
  expect(parts.map(({ heading }) => heading)).toEqual(['rows 1–3', 'columns']);
  expect(parts[0]?.text).toBe('name,age,joined\nAda,36,x\nAlan,41\n=cmd(),007,x');
  expect(parts[1]?.text).toContain('3 rows, 3 columns');
  expect(parts[1]?.text).toContain('| age | mixed | 3 | 3 |');
  const long = ['n', ...Array.from({ length: 5000 }, (_, index) => String(index))].join('\n').replaceAll('\n', ',1\n');
  const sections = await readTexts('long.csv', Buffer.from(`${long},1`));
  expect(sections.length).toBeGreaterThan(2);
  expect(sections.every((text, index) => text.startsWith('n,1\n') || index === sections.length - 1)).toBe(true);
  const workbook = await writeXlsx({
    sheets: [
      {
        name: 'First',
        rows: [
          ['day', 'value'],
          [new Date(Date.UTC(2026, 0, 2)), 1.5],
          [new Date(Date.UTC(2026, 0, 3)), 2.5],
        ],
      },
      { name: 'Second', rows: [['a'], ['b']] },
    ],
  });
  const sheets = await readAll({ name: 'data.xlsx', bytes: workbook });
  expect(sheets.bugs).toEqual([]);
  expect(sheets.parts.map(({ heading }) => heading)).toEqual(['First: rows 1–2', 'First: columns', 'Second: rows 1–1', 'Second: columns']);
  expect(sheets.parts[1]?.text).toContain('| value | number | 2 | 2 | 1.5 to 2.5, mean 2 |');
});

test('reads Markdown, LaTeX and notebooks by their headings', async () => {
  expect(await readTexts('a.md', Buffer.from('# One\nText\n\n```sh\n# no heading\n```\n\n## Two\n\nMore'))).toEqual([
    '# One\n\nText\n\n```sh\n# no heading\n```',
    '## Two\n\nMore',
  ]);
  const tex =
    '\\documentclass{article}\n\\title{On $x$}\n\\begin{document}\n\\section{Start}\nText\n\\subsection*{More}\nEnd\n\\end{document}';
  const { result, parts } = await readAll({ name: 'a.txt', bytes: Buffer.from(tex) });
  expect(must(result)).toMatchObject({ title: 'On $x$', kind: 'latex' });
  expect(parts.map(({ heading }) => heading)).toEqual(['', 'Start', 'More']);
  const cells = [
    { cell_type: 'markdown', source: ['# Study\n', 'Text'] },
    {
      cell_type: 'code',
      source: ['print(1)'],
      outputs: [{ text: ['1\n'] }, { data: { 'image/png': 'AAAA', 'text/plain': ['<Figure>'] } }],
    },
  ];
  const notebook = JSON.stringify({ nbformat: 4, metadata: { kernelspec: { language: 'python' } }, cells });
  expect(await readTexts('a.ipynb', Buffer.from(notebook))).toEqual([
    '# Study\n\nText\n\n```python\nprint(1)\n```\n\n```output\n1\n```\n\n```output\n<Figure>\n```',
  ]);
});

const sentence = 'Grüße aus Köln: schöne Straßen, süße Äpfel und große Häuser.';
const utf16 = (text: string): Buffer => Buffer.from(text, 'utf16le');
const utf32 = (text: string): Buffer =>
  Buffer.from(Uint32Array.from(Array.from(text), (character) => character.codePointAt(0) ?? 0).buffer);
test.each([
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${sentence}`), sentence],
  ['UTF-16', utf16(`\uFEFF${sentence}`), sentence],
  ['UTF-16 without a mark', utf16(sentence), sentence],
  ['UTF-16, the other order', utf16(`\uFEFF${sentence}`).swap16(), sentence],
  ['UTF-32', utf32(`\uFEFF${sentence} 😀`), `${sentence} 😀`],
  ['UTF-32, the other order, without a mark', utf32(sentence).swap32(), sentence],
  ['Latin-1', Buffer.from(sentence, 'latin1'), sentence],
  [
    'Shift-JIS',
    Buffer.from('93fa967b8cea82cc83658358836782c582b7814293fa967b8cea82cc95b68fcd82f093c782dd82dc82b78142', 'hex'),
    '日本語のテストです。日本語の文章を読みます。',
  ],
])('reads a text in %s', async (_, bytes, expected) => {
  expect(await readTexts('note.txt', bytes)).toEqual([expected]);
});

test.each([
  ['document-kind-unknown', 'a.txt', Buffer.from(Array.from({ length: 400 }, (_, index) => (index * 7) % 256))],
  ['document-is-image', 'scan.pdf', Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')],
  ['document-is-archive', 'a.docx', Buffer.from(writeArchive({ 'a.txt': 'a' }))],
  ['document-old-office', 'a.doc', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['document-encrypted', 'a.docx', Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from('EncryptedPackage', 'utf16le')])],
  ['document-damaged', 'a.docx', Buffer.from(writeDocx(paragraph('Text'))).subarray(0, 300)],
  ['document-damaged', 'a.ipynb', Buffer.from('{"nbformat": 4, "cells": [')],
  ['document-without-text', 'a.docx', Buffer.from(writeDocx('<w:p/>'))],
  ['document-without-text', 'a.txt', Buffer.from(' \n \n')],
  ['attachment-empty', 'a.txt', Buffer.alloc(0)],
])('refuses a document with a sentence (%s, %s)', async (reason, name, bytes) => {
  expect(await readReason(name, bytes)).toBe(reason);
});

// catches a kind told by its name, and a name that is never mentioned
test('reads a document by its content, and says that its name is wrong', async () => {
  const { result } = await readAll({ name: 'paper.pdf', bytes: writeDocx(paragraph('Text')) });
  expect(must(result)).toMatchObject({ kind: 'docx', problems: [{ reason: 'document-other-kind', params: { kind: 'docx' } }] });
});

test('unpacks no bomb', async () => {
  const bomb = writeDocx(paragraph('A'.repeat(3_000_000)));
  expect(await readReason('a.docx', bomb, { limits: { unpackedBytes: 2_000_000 } })).toBe('document-unpacks-too-large');
  expect(await readReason('a.docx', bomb, { limits: { partBytes: 2_000_000 } })).toBe('document-unpacks-too-large');
  expect(await readReason('a.docx', bomb, { limits: { archiveEntries: 3 } })).toBe('document-unpacks-too-large');
  expect(await readReason('a.docx', bomb, { limits: { characters: 1_000_000 } })).toBe('document-text-too-long');
  expect(await readReason('a.docx', bomb, { limits: { fileBytes: 100 } })).toBe('file-too-large');
  const lying = Buffer.from(bomb);
  for (let at = lying.indexOf('PK\x01\x02'); at >= 0; at = lying.indexOf('PK\x01\x02', at + 4)) lying.writeUInt32LE(10, at + 24); // the size that its directory declares
  expect(await readReason('a.docx', lying)).toBe('document-damaged');
});
