import { TextDecoder } from 'node:util';
import type { DocumentFile, PartBatch } from '../document-types.ts';
import { createFlow } from '../flow.ts';

/** Groups that have no text of the document. */
const hidden = new Set(
  'fonttbl colortbl stylesheet info pict object header headerl headerr headerf footer footerl footerr footerf listtable listoverridetable rsidtbl generator themedata colorschememapping latentstyles datastore xmlnstbl fldinst bkmkstart bkmkend'.split(
    ' ',
  ),
);
const characters: Readonly<Record<string, string>> = {
  line: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  '~': '\u00a0',
  _: '-',
};
const token = /\\([a-z]+)(-?\d+)? ?|\\'([\da-f]{2})|\\([^a-z])|([{}])|[\r\n]+|([^\\{}\r\n]+)/gi;

/** Reads an RTF document: paragraphs, headings by their level, tables and notes. */
export function* readRtf({ bytes }: DocumentFile): Generator<PartBatch> {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  const flow = createFlow();
  let state = { isHidden: false, skip: 1, isNote: false };
  const states: (typeof state)[] = [];
  let level: number | undefined;
  let isInTable = false;
  let toSkip = 0;
  let encoded: number[] = [];
  let decoder = new TextDecoder('windows-1252');
  const endEncoded = (): void => {
    if (encoded.length > 0 && !state.isHidden) flow.text(decoder.decode(Uint8Array.from(encoded)));
    encoded = [];
  };
  const endTable = (): void => {
    if (isInTable) flow.endTable();
    isInTable = false;
  };
  const control = (word: string, value: number | undefined): void => {
    if (hidden.has(word)) state.isHidden = true;
    else if (word === 'ansicpg') decoder = createDecoder(value);
    else if (word === 'uc') state.skip = value ?? 1;
    else if (state.isHidden) return;
    else if (word === 'u' && value !== undefined) {
      flow.text(String.fromCharCode(value & 0xffff));
      toSkip = state.skip;
    } else if (word === 'outlinelevel') level = (value ?? 0) + 1;
    else if (word === 'pard') level = undefined;
    else if (word === 'footnote') {
      state.isNote = true;
      flow.startNote();
    } else if (word === 'trowd' && !isInTable) {
      isInTable = true;
      flow.startTable();
      flow.startRow();
      flow.startCell();
    } else if (word === 'cell') {
      flow.endCell();
      flow.startCell();
    } else if (word === 'row') {
      flow.startRow();
      flow.startCell();
    } else if (word === 'par' || word === 'sect' || word === 'page') {
      endTable();
      if (flow.isInNote()) flow.text(' ');
      else if (level === undefined) flow.endParagraph();
      else flow.endHeading(level);
    } else flow.text(characters[word] ?? '');
  };
  for (const [, word, number, hex, symbol, brace, text] of source.matchAll(token)) {
    if (hex === undefined) endEncoded();
    if (brace === '{') states.push({ ...state });
    else if (brace === '}') {
      if (state.isNote && states.at(-1)?.isNote === false) flow.endNote();
      state = states.pop() ?? state;
    } else if (word !== undefined) control(word, number === undefined ? undefined : Number(number));
    else if (symbol === '*') state.isHidden = true;
    else if (hex !== undefined) {
      if (toSkip > 0) toSkip -= 1;
      else encoded.push(Number.parseInt(hex, 16));
    } else if (symbol !== undefined && !state.isHidden) flow.text(characters[symbol] ?? (/[\\{}]/.test(symbol) ? symbol : ''));
    else if (text !== undefined) {
      const shown = text.slice(toSkip);
      toSkip = Math.max(0, toSkip - text.length);
      if (!state.isHidden) flow.text(decoder.decode(Buffer.from(shown, 'latin1')));
    }
  }
  endEncoded();
  endTable();
  yield { parts: flow.end(), title: flow.title() };
}

const codePages: Readonly<Record<number, string>> = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  65_001: 'utf-8',
  10_000: 'macintosh',
};

function createDecoder(page = 1252): TextDecoder {
  try {
    return new TextDecoder(codePages[page] ?? `windows-${page}`);
  } catch {
    return new TextDecoder('windows-1252');
  }
}
