import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { maxBlockLength, trimIncompleteMarker } from '../../../electron/markdown/stable-blocks.ts';
import { createBlockSplitter, type Block, type SplitText } from '../../../electron/markdown/block-splitter.ts';
import { lexBlocks } from '../../../electron/markdown/markdown-lexer.ts';
import { chunksOf, markdownText } from './markdown-texts.ts';

function blocksOf({ sections, recent }: SplitText): readonly Block[] {
  return [...sections.flat(), ...recent];
}

/** Joins the rendered text, however it is split. */
function renderedBlocks(split: SplitText): readonly unknown[] {
  return blocksOf(split).flatMap((block): readonly unknown[] =>
    block.kind === 'code' ? [{ type: 'fence', info: block.info, text: unindented(block.pieces.join('')) }] : tokensOf(block.source),
  );
}

/** Returns the top-level tokens of a text by kind and source. */
function tokensOf(source: string): readonly unknown[] {
  return lexBlocks(source).tokens.flatMap((token): readonly unknown[] => {
    if (token.type === 'space') return [];
    if (token.type === 'code' && token.codeBlockStyle !== 'indented')
      return [{ type: 'fence', info: token.lang ?? '', text: unindented(token.text) }];
    return [{ type: token.type, raw: token.raw.trimEnd() }];
  });
}

/** Marked removes the indentation of a fence's lines only if the fence is made of backticks. */
function unindented(code: string): string {
  return code.replaceAll(/^[ \t]+/gm, '').replace(/\n*$/, '');
}

function splitOnce(text: string): SplitText {
  return createBlockSplitter().update(text);
}

function splitInChunks(chunks: readonly string[]): { readonly split: SplitText; readonly lexed: number } {
  const splitter = createBlockSplitter();
  let text = '';
  let split = splitter.update('');
  for (const chunk of chunks) {
    text += chunk;
    split = splitter.update(text);
  }
  return { split, lexed: splitter.lexedCharacters() };
}

describe('splitting a streamed text', () => {
  test('always gives the same blocks as splitting the text so far at once', () =>
    fc.assert(
      fc.property(markdownText, fc.array(fc.nat(), { maxLength: 12 }), (text, positions) => {
        const splitter = createBlockSplitter();
        let soFar = '';
        for (const chunk of chunksOf(text, positions)) {
          soFar += chunk;
          const grown = splitter.update(soFar);
          const fresh = splitOnce(soFar);
          expect(renderedBlocks(grown)).toEqual(renderedBlocks(fresh));
          expect(grown.references).toEqual(fresh.references);
        }
      }),
      { numRuns: 400 },
    ));

  test('gives what the lexer makes of the whole, except for an incomplete marker at the end', () =>
    fc.assert(
      fc.property(markdownText, (any) => {
        const text = trimIncompleteMarker(any) === any ? any : `${any}x`;
        expect(renderedBlocks(splitOnce(text))).toEqual(tokensOf(text.replaceAll(/\r\n?/g, '\n')));
      }),
      { numRuns: 400 },
    ));

  test('keeps complete blocks as the same objects', () => {
    const splitter = createBlockSplitter();
    const before = splitter.update('# One\n\nTwo\n\nThree');
    const after = splitter.update('# One\n\nTwo\n\nThree and\n\nFour');
    expect(blocksOf(after)[0]).toBe(blocksOf(before)[0]);
    expect(blocksOf(after)[1]).toBe(blocksOf(before)[1]);
    expect(blocksOf(after)).toHaveLength(4);
  });

  test('starts over for another text', () => {
    const splitter = createBlockSplitter();
    splitter.update('One\n\nTwo\n\n');
    expect(renderedBlocks(splitter.update('Other\n\ntext'))).toEqual(renderedBlocks(splitOnce('Other\n\ntext')));
    expect(renderedBlocks(splitter.update(''))).toEqual([]);
  });
});

describe('the amount of lexing', () => {
  const mixed =
    'A paragraph with **bold** words and `code`, long enough to be one.\n\n- an item\n- another\n\n```ts\nconst a = 1;\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n';

  test('grows linearly with the text', () => {
    const lexedOf = (repeats: number) => splitInChunks(chunked(mixed.repeat(repeats), 7)).lexed / repeats;
    expect(lexedOf(400) / lexedOf(100)).toBeLessThan(1.2);
  });

  test('is a small multiple of the length for a whole text', () => {
    const text = mixed.repeat(500);
    const splitter = createBlockSplitter();
    splitter.update(text);
    expect(splitter.lexedCharacters() / text.length).toBeLessThan(4);
  });

  test('is zero for an open fence of any length', () => {
    const line = 'const value = compute(1, 2, 3); // a line of code\n';
    const text = `\`\`\`ts\n${line.repeat(20_000)}`;
    const { split, lexed } = splitInChunks(chunked(text, 8192));
    expect(lexed).toBeLessThan(10_000);
    const [block] = blocksOf(split);
    if (block?.kind !== 'code') throw new Error('not code');
    expect(block.isOpen).toBe(true);
    expect(block.pieces.join('')).toBe(line.repeat(20_000));
  });

  test.each([
    ['a list without an end', '- item with some words\n'],
    ['a paragraph without an end', 'words and words '],
    ['one word', 'x'],
    ['brackets', '['],
    ['stars', '*'],
    ['backticks', '`'],
    ['quotes', '> '],
    ['a table', '| 1 | 2 |\n'],
  ])('is bounded per chunk for %s', (_name, unit) => {
    const text = (unit.startsWith('|') ? '| a | b |\n|---|---|\n' : '') + unit.repeat(Math.ceil(200_000 / unit.length));
    const chunks = chunked(text, 4096);
    const { split, lexed } = splitInChunks(chunks);
    expect(lexed / chunks.length).toBeLessThan(3 * maxBlockLength);
    const lengths = blocksOf(split).map((block) => (block.kind === 'markdown' ? block.source.length : 0));
    expect(Math.max(...lengths)).toBeLessThan(2 * maxBlockLength);
    expect(renderedBlocks(split)).toEqual(renderedBlocks(splitOnce(text)));
  });
});

describe('splitting an endless block', () => {
  test('repeats the header of a table above its rest', () => {
    const split = splitOnce(`| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(4000)}`);
    expect(blocksOf(split).length).toBeGreaterThan(1);
    for (const block of blocksOf(split)) expect(block.kind === 'markdown' && lexBlocks(block.source).tokens[0]?.type).toBe('table');
  });

  test('splits a table with a row that is longer than a block (catches a header that is repeated forever)', () => {
    const row = `| 1 | ${'word '.repeat(4000)}|\n`;
    const [header, ...rest] = blocksOf(splitOnce(`| a | b |\n|---|---|\n${row}After\n`));
    expect(header).toMatchObject({ source: '| a | b |\n|---|---|\n\n\n' });
    expect(rest.map((block) => (block.kind === 'markdown' ? block.source : '')).join('')).toContain('|\nAfter');
  });

  test('keeps code in an item as code, and continues after it', () => {
    const text = `- item\n  \`\`\`js\n${'  let a;\n'.repeat(3000)}  \`\`\`\n\nAfter\n`;
    const kinds = blocksOf(splitOnce(text)).map((block) => block.kind);
    expect(kinds).toEqual(['markdown', 'code', 'markdown']);
    expect(blocksOf(splitOnce(text)).at(-1)).toMatchObject({ source: expect.stringContaining('After') as string });
  });

  test('never splits a character', () => {
    for (const block of blocksOf(splitOnce('😀'.repeat(20_000))))
      expect(block.kind === 'markdown' && block.source.isWellFormed()).toBe(true);
  });
});

describe('definitions', () => {
  test('apply to the text before them, and the first of a name wins', () => {
    const { references } = splitOnce(
      'See [ref] and [^1].\n\n[ref]: https://a.example/1\n[ref]: https://a.example/2\n\n[^1]: A note.\n\nEnd.',
    );
    expect(references.links['ref']?.href).toBe('https://a.example/1');
    expect([...references.footnotes]).toEqual([['1', 'A note.']]);
  });

  test('stay the same object while nothing is defined', () => {
    const splitter = createBlockSplitter();
    const before = splitter.update('[ref]: https://a.example/1\n\nText');
    const after = splitter.update('[ref]: https://a.example/1\n\nText\n\nand more [ref]\n\n');
    expect(after.references).toBe(before.references);
  });
});

function chunked(text: string, size: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size));
}
