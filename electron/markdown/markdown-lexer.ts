import { Marked, Tokenizer, type Links, type MarkedExtension, type Token, Lexer } from 'marked';
import { BlockLexer, matchPositions, type BlockSource, type PositionRule } from './block-source.ts';
import { boundedPieces, tooDeepBlock } from './lexer-limits.ts';
import { footnoteBlock, footnoteInline, isFootnote } from './footnote-rules.ts';
import { formulaBlock, formulaInline, maskFormulas, blankLines, isFormula } from './math-rules.ts';
import { lexTable } from './table-rules.ts';
import type { MarkdownToken } from './tokens.ts';

/** Letters of these scripts, and ー, as an escape because the scripts of the server are ASCII. */
const letters = String.raw`[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Bopomofo}\u30fc]`;
const letter = new RegExp(`^${letters}`, 'u');
const starAtLetter = new RegExp(`${letters}\\*|\\*${letters}`, 'u');
const space = /^\s|^$/;
const punctuation = /^[\p{P}\p{S}]/u;

/** Whether a text has a star beside a Chinese, Japanese or Korean letter. */
function hasCjkEmphasis(text: string): boolean {
  return starAtLetter.test(text);
}

/**
 * Emphasis between letters of scripts that don't separate words by spaces. CommonMark starts or ends none between a
 * letter and a punctuation mark, as in `**注意：**这`, because other scripts have a space there.
 */
const cjkEmphasis: MarkedExtension = {
  tokenizer: {
    emStrong(source, masked, before = '') {
      const isAtLetter = source.startsWith('*') && letter.test(before);
      return Tokenizer.prototype.emStrong.call(this, source, masked, isAtLetter ? '' : before);
    },
  },
  hooks: { emStrongMask: (source) => maskClosers(maskFormulas(source)) },
};

/** Replaces a punctuation mark by a letter where stars after it and before a letter end what the same number of stars started. */
function maskClosers(source: string): string {
  const open = new Set<number>();
  let masked = '';
  let copied = 0;
  for (const { 0: stars, index } of source.matchAll(/\*+/g)) {
    const { length } = stars;
    const before = source.slice(Math.max(0, index - 1), index);
    const after = source.slice(index + length, index + length + 2);
    const isAfterMark = punctuation.test(before);
    const canClose = !space.test(before) && (!isAfterMark || space.test(after) || punctuation.test(after) || letter.test(after));
    if (!canClose || !open.delete(length)) {
      if (!space.test(after)) open.add(length);
    } else if (isAfterMark && letter.test(after)) {
      masked += `${source.slice(copied, index - 1)}a`;
      copied = index;
    }
  }
  return masked + source.slice(copied);
}

const extensionLine = /\n(?= {0,3}(?:\$\$|\\\[|\[\^))/g;
const extensionBlocks: PositionRule = (source) =>
  matchPositions(extensionLine)(source).filter((index) => isFootnote(source.text, index + 1) || isFormula(source, index + 1));
const tables = matchPositions(/\n(?= *[^\n ].*\n {0,3}(?:\| *)?:?-+:? *(?:\| *:?-+:? *)*(?:\| *)?(?:\n|$))/g);

/** Returns where a formula or footnote ends a paragraph before the lexer's own rules do, else the end of the text. */
function paragraphEnd(source: BlockSource, at: number): number {
  const end = source.next(extensionBlocks, at);
  return end < source.next(blankLines, at) ? end : source.text.length;
}

/** Returns how far the lexer must read to find a paragraph's end. Its own rule would read all rows of a table to detect it. */
function paragraphScanEnd(source: BlockSource, at: number): number {
  const end = paragraphEnd(source, at);
  const table = source.next(tables, at);
  if (table >= end) return end;
  const head = source.text.indexOf('\n', table + 1);
  const alignment = source.text.indexOf('\n', head + 1);
  return alignment < 0 ? end : Math.min(end, alignment);
}

const underlines = matchPositions(/\n(?= {0,3}(?:=+|-+)[ \t]*(?:\n|$))/g);
const { lheading, paragraph } = Lexer.rules.block.gfm;

/** Positions of lines that continue neither a setext heading nor its paragraph. Tests the lexer's own rules on each line alone. */
const headingStops: PositionRule = ({ text }) => {
  const lines = text.split('\n');
  const positions: number[] = [];
  let at = -1;
  for (let index = 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    at += (lines[index - 1]?.length ?? 0) + 1;
    // a table needs two lines to be detected
    if (!lheading.test(`a\n${line}\n=`) || paragraph.exec(`a\n${line}\n${lines[index + 1] ?? ''}`)?.[0] === 'a') positions.push(at);
  }
  return positions;
};

/**
 * Whether an underline makes a setext heading of exactly the paragraph at a position. The lexer's own rule would read
 * to the paragraph's end at each line of an item.
 */
function isUnderlined(source: BlockSource, at: number): boolean {
  const underline = source.next(underlines, at + 1);
  return underline < paragraphEnd(source, at) && underline <= source.next(headingStops, at);
}

/** Link definitions by label. */
export type LinkDefinitions = Readonly<Links>;

/** A lexed text. Its inline tokens are lexed on request. */
export type LexedText = ReturnType<typeof lexText>;

/** Ends an address, because no space does in Chinese and Japanese. */
const addressEnd = '\\s<。，、；：！？（）「」『』【】《》〈〉〔〕“”‘’…';
/**
 * An address at the start of a text, up to a parenthesis that stays open. Nothing else is searched to the next space, because the lexer
 * searches for the end of each parenthesis.
 */
const addressCharacters = new RegExp(
  `^(?:(?:(?:https?|ftp)://|www\\.)[^(${addressEnd}]*(?:\\([^)${addressEnd}]*\\)[^(${addressEnd}]*)*|` +
    `(?:(?:mailto|xmpp):)?[A-Za-z0-9._+-]{1,64}@[^${addressEnd}]{0,320})`,
  'i',
);
const beforeAt = /^[\w.!#$%&'*+/=?`{|}~-]+(?=@)/;
/** The longest name of a mailbox. */
const maxMailboxLength = 64;

const rules: MarkedExtension = {
  gfm: true,
  extensions: [tooDeepBlock, footnoteBlock, formulaBlock, footnoteInline, formulaInline],
  tokenizer: {
    paragraph(rest) {
      const { source, at } = BlockLexer.locate(this.lexer, rest);
      return Tokenizer.prototype.paragraph.call(this, rest.slice(0, paragraphScanEnd(source, at) - at));
    },
    lheading(rest) {
      const { source, at } = BlockLexer.locate(this.lexer, rest);
      if (!isUnderlined(source, at)) return undefined;
      return Tokenizer.prototype.lheading.call(this, rest.slice(0, paragraphEnd(source, at) - at));
    },
    blockquote(source) {
      if (!/^ {0,3}>/.test(source)) return undefined;
      // the token before a quotation must not affect a list in it, or the lexer fails
      const { lastToken, ...state } = this.lexer.state;
      this.lexer.state = state;
      const quotation = Tokenizer.prototype.blockquote.call(this, source);
      if (lastToken !== undefined) this.lexer.state.lastToken = lastToken;
      return quotation;
    },
    table(rest) {
      return lexTable(this, rest);
    },
    // a single tilde means "about" or a range
    del(source, masked, before) {
      return source.startsWith('~~') ? Tokenizer.prototype.del.call(this, source, masked, before) : undefined;
    },
    url(source) {
      const [address = ''] = addressCharacters.exec(source) ?? [];
      return Tokenizer.prototype.url.call(this, address);
    },
    // the lexer searches for an @ at each character before it
    inlineText(source) {
      const { length } = beforeAt.exec(source)?.[0] ?? '';
      return Tokenizer.prototype.inlineText.call(this, length > maxMailboxLength ? source.slice(0, length - maxMailboxLength) : source);
    },
    // markup is text, except for line breaks, which answers use in tables
    html: () => undefined,
    tag: (source) => {
      const [raw] = /^<br\s*\/?>/i.exec(source) ?? [];
      return raw === undefined ? undefined : { type: 'html', raw, inLink: false, inRawBlock: false, block: false, text: '\n' };
    },
  },
  hooks: {
    emStrongMask: maskFormulas,
  },
};

/** Most lines have neither formulas nor footnotes, and searching for them at every word is slow. */
const extensionSigns = /\$|\\[([]|\[\^/;
const { defaults } = new Marked(rules);
const defaultOptions = { all: defaults, withoutExtensions: { ...defaults, extensions: null, hooks: null } };
const { defaults: cjk } = new Marked(rules, cjkEmphasis);
const cjkOptions = { all: cjk, withoutExtensions: { ...cjk, extensions: null } };

/** Lexes the blocks and definitions of a text, without its inline tokens. */
export function lexBlocks(source: string): { readonly tokens: readonly MarkdownToken[]; readonly links: LinkDefinitions } {
  const lexer = new BlockLexer(defaults);
  const tokens = lexer.blockTokens(source, []);
  return { tokens: asMarkdownTokens(tokens), links: lexer.tokens.links };
}

/** Lexes a text with the definitions of the rest of its message. */
export function lexText(source: string, links: LinkDefinitions) {
  const options = hasCjkEmphasis(source) ? cjkOptions : defaultOptions;
  const lexer = new BlockLexer(options.all);
  const tokens = lexer.blockTokens(source, []);
  lexer.tokens.links = joinLinks(lexer.tokens.links, citedDefinitions(source, links));
  const pendingLines = new Map(lexer.inlineQueue.map((entry) => [entry.tokens, entry.src]));
  /** Lexes the tokens of a line, which the lexer left empty, and returns them. */
  const inline = (list: Token[] = []): readonly MarkdownToken[] => {
    const line = pendingLines.get(list);
    if (line === undefined) return asMarkdownTokens(list);
    pendingLines.delete(list);
    try {
      for (const piece of boundedPieces(line)) {
        lexer.options = extensionSigns.test(piece) ? options.all : options.withoutExtensions;
        lexer.inlineTokens(piece, list);
      }
    } catch (error) {
      // emphasis nested thousands of levels deep
      if (!(error instanceof RangeError)) throw error;
      list.splice(0, list.length, { type: 'text', raw: line, text: line });
    }
    return asMarkdownTokens(list);
  };
  return {
    tokens: asMarkdownTokens(tokens),
    inline,
    /** Lexes the tokens of all lines, and returns the tokens of the blocks. */
    whole: (): readonly MarkdownToken[] => {
      for (const list of pendingLines.keys()) inline(list);
      return asMarkdownTokens(tokens);
    },
  };
}

const escapeOrLabel = /\\[\s\S]|\[((?:\\[\s\S]|[^[\]\\])+)\]/g;

/** Returns the definitions that a text may refer to, because the lexer lists all it gets for each line. */
function citedDefinitions(source: string, links: LinkDefinitions): LinkDefinitions {
  const cited = joinLinks();
  for (const [, label] of source.matchAll(escapeOrLabel)) {
    const tag = label?.toLowerCase().replaceAll(/\s+/g, ' ') ?? '';
    const link = Object.hasOwn(links, tag) ? links[tag] : undefined;
    if (link !== undefined) cited[tag] = link;
  }
  return cited;
}

/** Merges definitions, later ones win. Has no prototype, so that names such as "constructor" find nothing. */
export function joinLinks(...links: readonly LinkDefinitions[]): Links {
  const joined: Links = Object.create(null);
  return Object.assign(joined, ...links);
}

/** Marked's type allows any extension's tokens. These are all of ours. */
function asMarkdownTokens(tokens: readonly Token[]): readonly MarkdownToken[] {
  return tokens as readonly MarkdownToken[];
}
