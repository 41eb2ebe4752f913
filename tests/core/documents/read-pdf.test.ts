import { expect, test } from 'vitest';
import { createDocuments } from '../../../electron/core/documents/documents.ts';
import { renderFailure } from '../../../electron/contract/failures/render-failure.ts';
import { must } from '../../support/must.ts';
import { column, writePdf, type PdfText } from '../../support/documents/pdf-writer.ts';
import { readAll, readReason, readTexts } from './read-all.ts';

const lines = (name: string, count = 20): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name} line ${index} speaks of quiet rivers and`);
const joined = (name: string): string => lines(name).join(' ');

// catches columns read row by row, of which a model makes nothing
test.each(['column by column', 'row by row'])('reads two columns one after the other, written %s', async (order) => {
  const [left, right] = [column(60, lines('Left')), column(320, lines('Right'))];
  const rows = left.flatMap((text, index) => [text, right[index]].filter((each): each is PdfText => each !== undefined));
  const pdf = writePdf([{ texts: order === 'row by row' ? rows : [...left, ...right] }]);
  expect(await readTexts('paper.pdf', pdf)).toEqual([`${joined('Left')}\n\n${joined('Right')}`]);
});

test('reads headings, a table, a form and their pages', async () => {
  const cells = [
    ['Name', 'Age', 'City'],
    ['Ada', '36', 'London'],
    ['Alan', '41', 'Wilmslow'],
    ['Grace', '85', 'Arlington'],
  ];
  const table = {
    texts: cells.flatMap((row, y) => row.map((text, x) => ({ x: 72 + x * 120, y: 700 - y * 20, text }))),
    lines: [
      ...[0, 1, 2, 3, 4].map((y) => [68, 714 - y * 20, 432, 714 - y * 20] as const),
      ...[0, 1, 2, 3].map((x) => [68 + x * 120, 714, 68 + x * 120, 634] as const),
    ],
  };
  const titled = { texts: [{ x: 72, y: 780, text: 'Of Rivers', size: 24, font: 'bold' as const }, ...column(72, lines('Body', 6), 740)] };
  const form = { texts: column(72, ['Name of the applicant']), field: { name: 'applicant', value: 'Ada Lovelace' } };
  const { result, parts } = await readAll({ name: 'paper.pdf', bytes: writePdf([titled, table, form]) });
  expect(must(result)).toMatchObject({ title: 'Of Rivers', kind: 'pdf', unit: 'page', parts: 3, problems: [] });
  expect(must(result).tokens).toBe(Math.ceil(parts.map(({ text }) => text).join('').length / 4));
  expect(parts.map(({ number, heading, text }) => [number, heading, text])).toEqual([
    [1, 'Of Rivers', `# Of Rivers\n\n${lines('Body', 6).join(' ')}`],
    [2, '', '| Name | Age | City |\n|---|---|---|\n| Ada | 36 | London |\n| Alan | 41 | Wilmslow |\n| Grace | 85 | Arlington |'],
    [3, '', 'Name of the applicant\n\napplicant: Ada Lovelace'],
  ]);
});

test.each([
  ['Chinese and Japanese', '汉字测试，日本語のテスト。', '汉字测试，日本語のテスト。'],
  ['Korean', '한국어 시험', '한국어 시험'],
  ['right-to-left text, drawn from the left', Array.from('שלום עולם').toReversed().join(''), 'שלום עולם'],
  ['ligatures', 'The of[fi]ce has [ffl]uent words', 'The office has ffluent words'],
])('reads %s', async (_, drawn, expected) => {
  expect(await readTexts('paper.pdf', writePdf([{ texts: [{ x: 72, y: 700, text: drawn, font: 'unicode' }] }]))).toEqual([expected]);
});

// catches pages whose text is left out, because it looks like a stamp on the margin
test('reads pages that lie on their side', async () => {
  const landscape = {
    texts: [
      { x: 300, y: 300, text: 'First turned', turned: 90 },
      { x: 314, y: 300, text: 'Second turned', turned: 90 },
    ],
  };
  const [rotated, turned] = await readTexts(
    'paper.pdf',
    writePdf([{ rotate: 90, texts: column(72, ['First', 'Second', 'Third']) }, landscape]),
  );
  expect([rotated, turned]).toEqual(['First Second Third', 'First turned Second turned']);
});

test('reads a document with broken cross-references', async () => {
  expect(await readTexts('paper.pdf', writePdf([{ texts: column(72, ['Broken']) }], { hasBrokenReferences: true }))).toEqual(['Broken']);
});

test('asks for the password that a document needs, and reads it with that', async () => {
  const pdf = writePdf([{ texts: column(72, ['Secret text']) }], { userPassword: 'open' });
  expect(await readReason('paper.pdf', pdf)).toBe('document-password-missing');
  expect(await readReason('paper.pdf', pdf, { password: 'wrong' })).toBe('document-password-wrong');
  expect(await readTexts('paper.pdf', pdf, 'open')).toEqual(['Secret text']);
  expect(await readTexts('paper.pdf', writePdf([{ texts: column(72, ['For all']) }], { ownerPassword: 'own' }))).toEqual(['For all']);
});

// catches one bad page that costs the document, and a blank one that is taken for a scan
test('keeps the other pages, and names those without text', async () => {
  const text = { texts: column(72, ['Text']) };
  const nameless = { texts: [{ x: 72, y: 700, text: 'Nobody can read this line of text', font: 'nameless' as const }] };
  const pages = [text, { object: 'null' }, { isScan: true }, { isScan: true }, {}, nameless, text];
  const { result, parts } = await readAll({ name: 'paper.pdf', bytes: writePdf(pages) });
  expect(parts.map((part) => part.problem ?? part.text)).toEqual(['Text', 'unreadable', 'empty', 'empty', 'empty', 'garbled', 'Text']);
  expect(must(result).problems.map((problem) => renderFailure(problem, { surface: 'window' }).message)).toEqual([
    'Page 2 is damaged.',
    'Page 6 has unreadable text.',
    'Pages 3–4 are pictures without text.',
  ]);
});

test.each([
  ['document-scanned', writePdf([{ isScan: true }, {}])],
  ['document-garbled', writePdf([{ texts: [{ x: 72, y: 700, text: 'Nobody can read this line of text', font: 'nameless' }] }])],
  ['document-without-text', writePdf([{}])],
  ['document-damaged', writePdf([{ texts: column(72, ['cut']) }]).subarray(0, 700)],
  ['document-damaged', Buffer.from(`%PDF-1.4\n${'A'.repeat(2000)}`)],
])('refuses a document with a sentence (%s)', async (reason, bytes) => {
  expect(await readReason('paper.pdf', bytes)).toBe(reason);
});

test('reads 2,000 pages in batches with progress, up to the limit', async () => {
  const bytes = writePdf(Array.from({ length: 2000 }, (_, index) => ({ texts: column(72, [`This is page ${index + 1}`]) })));
  const { result, parts, progress } = await readAll({ name: 'long.pdf', bytes });
  expect(must(result)).toMatchObject({ parts: 2000 });
  expect(parts.every(({ number, text }, index) => number === index + 1 && text === `This is page ${number}`)).toBe(true);
  expect(progress.length).toBeGreaterThan(100);
  expect(progress.at(-1)).toEqual({ done: 2000, total: 2000 });
  expect(await readReason('long.pdf', bytes, { limits: { pages: 1999 } })).toBe('document-too-long');
});

test('ends a document that unpacks to more memory than it may have, or that takes too long', async () => {
  const bomb = writePdf([{ content: Buffer.alloc(60_000_000, 32) }]);
  expect(await readReason('bomb.pdf', bomb, { limits: { pdfBytes: 64 * 2 ** 20 } })).toBe('document-too-much-memory');
  expect(await readReason('bomb.pdf', bomb, { limits: { silenceMs: 1 } })).toBe('document-too-slow');
});

test('draws a page with the places of its text', async () => {
  const documents = createDocuments({ onBug: (error) => expect.fail(String(error)) });
  const { signal } = new AbortController();
  const source = { name: 'paper.pdf', bytes: writePdf([{}, { texts: column(72, ['Here it is']) }]) };
  const picture = must(await documents.drawPage(source, 2, { signal }));
  expect(Buffer.from(picture.png.subarray(0, 8)).toString('latin1')).toBe('\x89PNG\r\n\x1a\n');
  expect([Math.round(picture.width), Math.round(picture.height)]).toEqual([595, 842]);
  expect(picture.boxes).toMatchObject([{ text: 'Here it is', x: 72, rotation: 0 }]);
  expect(picture.boxes[0]?.y).toBeCloseTo(842 - 780 - 11, -1);
  expect(await documents.drawPage(source, 3, { signal })).toMatchObject({ failure: { reason: 'document-page-missing' } });
});
