import { Marked, Tokenizer, type Links, type Token } from 'marked';
import { BlockLexer } from './block-source.ts';
import { boundedPieces, tooDeepBlock } from './lexer-limits.ts';
import { footnoteBlock, footnoteInline } from './footnote-rules.ts';
import { formulaBlock, formulaInline } from './math-rules.ts';
import { paragraphEnd, paragraphScanEnd, isUnderlined } from './paragraph-rules.ts';
import type { MarkdownToken } from './tokens.ts';

/** Link definitions by their labels. */
export type LinkDefinitions = Readonly<Links>;

/** A text as tokens; what is in its lines is worked out when it is asked for. */
export interface LexedText {
  readonly tokens: readonly MarkdownToken[];
  /** Fills in and gives the tokens of a line, which the lexer left empty. */
  readonly inline: (tokens: Token[] | undefined) => readonly MarkdownToken[];
}

const markdown = new Marked({
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
      // what stands before a quotation is nothing to a list within; the lexer breaks where it takes it for that
      const { lastToken, ...state } = this.lexer.state;
      this.lexer.state = state;
      const quotation = Tokenizer.prototype.blockquote.call(this, source);
      if (lastToken !== undefined) this.lexer.state.lastToken = lastToken;
      return quotation;
    },
    table(rest) {
      const [heading] = /^[^\n]*\n[^\n]*/.exec(rest) ?? [];
      if (heading === undefined) return undefined;
      // a head with more or fewer columns than the line below has makes no table, and the rows need not be read
      const { length } = this.lexer.inlineQueue;
      const isTable = Tokenizer.prototype.table.call(this, heading) !== undefined;
      this.lexer.inlineQueue.length = length;
      return isTable ? Tokenizer.prototype.table.call(this, rest) : undefined;
    },
    // markup is text; a forced line break is the one piece of it that answers lean on, in tables
    html: () => undefined,
    tag: (source) => {
      const [raw] = /^<br\s*\/?>/i.exec(source) ?? [];
      return raw === undefined ? undefined : { type: 'html', raw, inLink: false, inRawBlock: false, block: false, text: '\n' };
    },
  },
  hooks: {
    // a star or underscore in a formula opens no emphasis
    emStrongMask: (source) => source.replaceAll(/\$(?!\s)[^$\n]*[^$\s]\$(?!\d)|\\\(.+?\\\)/g, (formula) => 'a'.repeat(formula.length)),
  },
});

/** Most lines have neither formulas nor footnotes: looking for them at every word takes longer than all else. */
const extensionSigns = /\$|\\[([]|\[\^/;
const withoutExtensions: typeof markdown.defaults = { ...markdown.defaults, extensions: null, hooks: null };

/** The pieces of some text with the definitions among them, but without what is in their lines. */
export function lexBlocks(source: string): { readonly tokens: readonly MarkdownToken[]; readonly links: LinkDefinitions } {
  const lexer = new BlockLexer(markdown.defaults);
  const tokens = lexer.blockTokens(source, []);
  return { tokens: asMarkdownTokens(tokens), links: lexer.tokens.links };
}

/** Everything in some text, with the definitions that the rest of the message gives. */
export function lexText(source: string, links: LinkDefinitions): LexedText {
  const lexer = new BlockLexer(markdown.defaults);
  const tokens = lexer.blockTokens(source, []);
  lexer.tokens.links = joinLinks(lexer.tokens.links, links);
  const pendingLines = new Map(lexer.inlineQueue.map((entry) => [entry.tokens, entry.src]));
  return {
    tokens: asMarkdownTokens(tokens),
    inline: (list = []) => {
      const line = pendingLines.get(list);
      if (line === undefined) return asMarkdownTokens(list);
      pendingLines.delete(list);
      try {
        for (const piece of boundedPieces(line)) {
          lexer.options = extensionSigns.test(piece) ? markdown.defaults : withoutExtensions;
          lexer.inlineTokens(piece, list);
        }
      } catch (error) {
        // emphasis in emphasis, thousands deep
        if (!(error instanceof RangeError)) throw error;
        list.splice(0, list.length, { type: 'plain', raw: line });
      }
      return asMarkdownTokens(list);
    },
  };
}

/** Joins definitions, the later ones first; names such as "constructor" must find nothing that is not there. */
export function joinLinks(...links: readonly LinkDefinitions[]): Links {
  const joined: Links = Object.create(null);
  return Object.assign(joined, ...links);
}

/** Marked's type allows for tokens of any extension; ours are these, and all of them are listed. */
function asMarkdownTokens(tokens: readonly Token[]): readonly MarkdownToken[] {
  return tokens as readonly MarkdownToken[];
}
