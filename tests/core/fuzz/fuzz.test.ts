import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkRequestHead } from '../../../electron/core/local-api/access/request-guard.ts';
import { readModelName, readMultipartModel } from '../../../electron/core/local-api/forwarding/read-model-name.ts';
import { requestHeaders } from '../../../electron/core/local-api/headers.ts';
import { parseRoute } from '../../../electron/core/local-api/forwarding/destination.ts';
import { renderMarkdown } from '../../../electron/core/history/export/render-markdown.ts';
import { readChatGpt } from '../../../electron/core/history/import/chatgpt.ts';
import { createFolderFiles } from '../../../electron/core/history/import/folder-files.ts';
import { createJsonArrayReader } from '../../../electron/core/shared/json-array-reader.ts';
import { readOpenWebUi } from '../../../electron/core/history/import/open-webui.ts';
import { readCauseway } from '../../../electron/core/history/export/export-format.ts';
import { readObject } from '../../../electron/contract/json.ts';
import { readOwnProfileFile } from '../../../electron/core/profiles/profiles.ts';
import { createRedactor, secretPatterns } from '../../../electron/core/shared/redactor.ts';
import { parseJumps } from '../../../electron/core/tunnel/ssh-config/resolve-hops.ts';
import { createBlockSplitter } from '../../../electron/markdown/block-splitter.ts';
import { countSteps } from '../../support/count-steps.ts';
import { hostileText, hostileTexts, secretWords } from '../../support/hostile-text.ts';
import { regExpSteps } from '../../support/regexp-steps.ts';
import { feed } from '../llm-client/response/feed.ts';

/** Few, fixed runs in `npm test`. Many random runs in `npm run soak`, which searches for bugs. */
const wanted = process.env['FUZZ_INPUTS'];
const runs = wanted === undefined ? { numRuns: 150, seed: 20_261_115 } : { numRuns: Number(wanted) };
const length = 400;

const markdownWords = [
  ['[', ']', '(', ')', '![', '[^', '[a]: b\n', '*', '**', '_', '__', '~~', '`', '```\n', '~~~\n', '$', '$$', '\\(', '\\)', '\\[', '\\]'],
  ['\n', '\n\n', ' ', '  \n', '\t', '> ', '- ', '1. ', '# ', '|', '|-|\n', '---\n', '<', '<a ', '<!--', '&', '\\', 'a', 'word ', 'a@b.c'],
  ['http://a.b', 'www.a', '😀', '\u0000', '\r\n', '<think>', '</think>'],
].flat();
const jsonWords = [
  [
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"',
    '\\',
    '\\u00',
    '"a"',
    'null',
    'true',
    '1e9',
    '-',
    ' ',
    '\n',
    '{"a":',
    '[[',
    '"mapping":{',
    '"messages":[',
  ],
  ['"conversations":[', '"chat":{', '"parent":"a"', '"role":"assistant"', '"content":{"parts":["x"]}', '"parentId":"b"', '\uFEFF', 'é'],
].flat();
const headTokens = [
  [
    '/',
    '/v1/',
    'api',
    '..',
    '.',
    '%2e',
    '%2f',
    '%',
    '//',
    '\\',
    '?',
    '&',
    '=',
    '#',
    'model',
    'chat/completions',
    ':',
    '@',
    '[::1]',
    '127.0.0.1',
  ],
  [
    'localhost:7333',
    'multipart/form-data; boundary=x',
    '--x\r\n',
    '\r\n\r\n',
    'Content-Disposition: form-data; name="model"',
    'h2c',
    'Bearer ',
    ' ',
  ],
].flat();
const streamTokens = [
  [
    'data: ',
    '\n',
    '\n\n',
    '\r\n',
    '[DONE]',
    '{"choices":[{"delta":{"content":"',
    '"}}]}',
    '<think>',
    '</think>',
    '{"error":',
    'event: x',
    ': c',
  ],
  [
    '{"choices":[{"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"f","arguments":"',
    '"}}]}}]}',
    '{',
    '}',
    '"',
    '\\',
    'x',
    'null',
  ],
].flat();
const configWords = ['ssh://', 'a', ',', '@', ':', '22', '[', ']', '%h', '%', '-', ' ', '\n'];

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Reader = readonly [name: string, words: readonly string[], read: (text: string) => unknown];

/** Every parser of untrusted input, each with the tokens of its grammar. */
const readers: readonly Reader[] = [
  ['the redactor', secretWords, (text) => createRedactor().redact(text)],
  ['an answer’s stream', streamTokens, (text) => feed([Buffer.from(text.slice(0, 100)), Buffer.from(text.slice(100))])],
  ['the splitter of JSON files', jsonWords, readElements],
  ['the importers', jsonWords, (text) => importValue(parsed(text))],
  ['a profile file', jsonWords, (text) => readOwnProfileFile(text)],
  ['the local API’s head', headTokens, readHead],
  ['the jump hosts of the ssh config', configWords, (text) => [parseJumps(text, {})]],
];

/** Readers of Markdown, which search ahead for a limited distance. */
const markdownReaders: readonly Reader[] = [
  ['the HTML export', markdownWords, renderMarkdown],
  ['the Markdown splitter', markdownWords, splitAsItGrows],
];

function splitAsItGrows(text: string): void {
  const splitter = createBlockSplitter();
  for (let at = 0; at <= text.length; at += 100) splitter.update(text.slice(0, at));
  splitter.update(text);
}

function readElements(text: string): void {
  const elements = createJsonArrayReader({ property: 'conversations', maxElementBytes: 1 << 20 });
  const bytes = Buffer.from(text);
  elements.push(bytes.subarray(0, 50));
  elements.push(bytes.subarray(50));
  elements.end();
}

function importValue(value: unknown): void {
  const fields = readObject(value) ?? { mapping: { a: value, b: { parent: 'a', message: value } }, messages: { a: value } };
  readChatGpt(fields, 0, createFolderFiles('/no/such/folder'));
  readOpenWebUi(fields, 0);
  readCauseway(value);
}

function readHead(text: string): void {
  const target = `/${text}`;
  parseRoute('GET', target);
  const rawHeaders = ['host', text, 'content-type', text, 'connection', text, 'upgrade', text, text, text];
  checkRequestHead({ method: 'POST', target, httpVersion: '1.1', rawHeaders }, { port: 7333, allowedOrigins: [] });
  checkRequestHead(
    { method: 'POST', target, httpVersion: '1.1', rawHeaders: ['host', 'localhost:7333', ...rawHeaders.slice(2)] },
    { port: 7333, allowedOrigins: [] },
  );
  requestHeaders(rawHeaders);
  readModelName(Buffer.from(text));
  readMultipartModel(Buffer.from(text), `multipart/form-data; boundary=${text}`);
  readMultipartModel(Buffer.from(text), 'multipart/form-data; boundary=x');
}

function steps(work: () => unknown): number {
  const { elements, searched } = countSteps(work);
  return elements + searched;
}

function anyText(tokens: readonly string[]): fc.Arbitrary<string> {
  const piece = fc.oneof(fc.constantFrom(...tokens), fc.string({ unit: 'binary', maxLength: 3 }));
  return fc.array(piece, { maxLength: 60 }).map((list) => list.join(''));
}

test.for(readers)('reads any text with %s in linear time', ([, tokens, read]) => {
  const texts = fc.oneof(
    hostileTexts(tokens, [length, 4 * length]),
    anyText(tokens).map((text) => [text, text.repeat(4)]),
  );
  fc.assert(
    fc.property(texts, ([short = '', long = '']) => {
      expect(steps(() => read(long))).toBeLessThan(4.5 * steps(() => read(short)) + 20 * (long.length + 100));
    }),
    runs,
  );
});

test.for(markdownReaders)('reads any text with %s in linear time', ([, tokens, read]) => {
  fc.assert(
    fc.property(fc.oneof(hostileText(tokens, 4 * length), anyText(tokens)), (input) => {
      expect(steps(() => read(input))).toBeLessThan(500 * (input.length + 100));
    }),
    { ...runs, numRuns: Math.ceil(runs.numRuns / 3) }, // they take longest
  );
});

test('matches every pattern of the redactor in linear time', () =>
  fc.assert(
    fc.property(hostileText(secretWords, length), (input) => {
      for (const [pattern] of secretPatterns) expect(regExpSteps(pattern, input), String(pattern)).toBeLessThan(60 * input.length);
    }),
    runs,
  ));
