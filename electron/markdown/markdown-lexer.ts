import { Marked, Tokenizer, type Links, type MarkedExtension, type Token } from 'marked';
import { BlockLexer } from './block-source.ts';
import { cjkEmphasis, hasCjkEmphasis } from './cjk-emphasis.ts';
import { boundedPieces, tooDeepBlock } from './lexer-limits.ts';
import { footnoteBlock, footnoteInline } from './footnote-rules.ts';
import { formulaBlock, formulaInline, maskFormulas } from './math-rules.ts';
import { paragraphEnd, paragraphScanEnd, isUnderlined } from './paragraph-rules.ts';
import { lexTable } from './table-rules.ts';
import type { MarkdownToken } from './tokens.ts';

/** Link definitions by label. */
export type LinkDefinitions = Readonly<Links>;

/** A lexed text. Its inline tokens are lexed on request. */
export interface LexedText {
  readonly tokens: readonly MarkdownToken[];
  /** Lexes the tokens of a line, which the lexer left empty, and returns them. */
  readonly inline: (tokens: Token[] | undefined) => readonly MarkdownToken[];
  /** Lexes the tokens of all lines, and returns the tokens of the blocks. */
  readonly whole: () => readonly MarkdownToken[];
}

/** Ends an address, because no space does in Chinese and Japanese. */
const cjkPunctuation = '。，、；：！？（）「」『』【】《》〈〉〔〕“”‘’…';
/** An address at the start of a text. Nothing else is searched to the next space. */
const addressCharacters = new RegExp(
  `^(?:(?:(?:https?|ftp)://|www\\.)[^\\s<${cjkPunctuation}]*|(?:(?:mailto|xmpp):)?[A-Za-z0-9._+-]{1,64}@[^\\s<${cjkPunctuation}]{0,320})`,
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
export function lexText(source: string, links: LinkDefinitions): LexedText {
  const options = hasCjkEmphasis(source) ? cjkOptions : defaultOptions;
  const lexer = new BlockLexer(options.all);
  const tokens = lexer.blockTokens(source, []);
  lexer.tokens.links = joinLinks(lexer.tokens.links, citedDefinitions(source, links));
  const pendingLines = new Map(lexer.inlineQueue.map((entry) => [entry.tokens, entry.src]));
  const inline = (list: Token[] = []) => {
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
    whole: () => {
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
