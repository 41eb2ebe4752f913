import { Lexer, type Token, type TokensList } from 'marked';

/** Returns all positions of a text that a rule matches, in order. */
export type PositionRule = (source: BlockSource) => readonly number[];

/** A text during block lexing. Rules ask about its rest at every line, so their positions are computed once and cached. */
export interface BlockSource {
  readonly text: string;
  /** Returns the first position of a rule at or after an index, or Infinity. */
  readonly next: (rule: PositionRule, from: number) => number;
}

/** Creates a source with an empty cache. */
function createBlockSource(text: string): BlockSource {
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

/**
 * Creates a rule from a pattern. The pattern consumes only its first character and looks ahead for the rest, so that
 * matches can overlap.
 */
export function matchPositions(pattern: RegExp): PositionRule {
  return ({ text }) => Array.from(text.matchAll(pattern), ({ index }) => index);
}

/** Matches a sticky pattern at a position without slicing the text. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** A lexer that lets its rules find the text whose rest they get. Items and quotations are lexed as separate texts. */
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

  /** Returns the source of a rest and the rest's offset in it. */
  static locate(lexer: Lexer, rest: string): { readonly source: BlockSource; readonly at: number } {
    const source = lexer instanceof BlockLexer ? lexer.#source : createBlockSource(rest);
    return { source, at: source.text.length - rest.length };
  }
}
