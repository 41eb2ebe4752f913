import { Lexer, type Token, type TokensList } from 'marked';

/** Tells all the places of a text that a rule is about, in their order. */
export type PositionRule = (source: BlockSource) => readonly number[];

/** A text while its blocks are read. The rules ask about its rest at every line, and what they look for is found once for all of it. */
export interface BlockSource {
  readonly text: string;
  /** The first place of a rule from some place on, or Infinity. */
  readonly next: (rule: PositionRule, from: number) => number;
}

/** Reads a text with nothing found yet. */
export function createBlockSource(text: string): BlockSource {
  const cache = new Map<PositionRule, readonly number[]>();
  const source: BlockSource = {
    text,
    next: (rule, from) => {
      const positions = cache.get(rule) ?? rule(source);
      cache.set(rule, positions);
      let low = 0;
      let high = positions.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((positions[middle] ?? Infinity) < from) low = middle + 1;
        else high = middle;
      }
      return positions[low] ?? Infinity;
    },
  };
  return source;
}

/** The places where a pattern matches; it looks ahead at what may belong to two matches, and takes only the first character. */
export function matchPositions(pattern: RegExp): PositionRule {
  return ({ text }) => Array.from(text.matchAll(pattern), ({ index }) => index);
}

/** Matches a sticky pattern at a place, without a copy of the rest. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A lexer that tells its rules which text they are given the rest of; items and quotations are texts of their own. */
export class BlockLexer extends Lexer {
  #source = createBlockSource('');

  override blockTokens(text: string, tokens?: Token[], isClipped?: boolean): Token[];
  override blockTokens(text: string, tokens?: TokensList, isClipped?: boolean): TokensList;
  override blockTokens(text: string, tokens: Token[] = [], isClipped = false): Token[] {
    const outer = this.#source;
    this.#source = createBlockSource(text);
    try {
      return super.blockTokens(text, tokens, isClipped);
    } finally {
      this.#source = outer;
    }
  }

  /** The text that some rest is of, and where in it the rest begins. */
  static locate(lexer: Lexer, rest: string): { readonly source: BlockSource; readonly at: number } {
    const source = lexer instanceof BlockLexer ? lexer.#source : createBlockSource(rest);
    return { source, at: source.text.length - rest.length };
  }
}
