import type { MarkedToken } from 'marked';

/** A formula on lines of its own. `tex` is the text between its delimiters, with a punctuation mark behind them. */
export interface FormulaBlockToken {
  readonly type: 'formula-block';
  readonly raw: string;
  readonly tex: string;
}

/** A formula in a line. */
export interface FormulaToken {
  readonly type: 'formula';
  readonly raw: string;
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** `[^label]: text`, shown at the end of the message. */
export interface FootnoteToken {
  readonly type: 'footnote';
  readonly raw: string;
  readonly label: string;
  readonly text: string;
}

/** `[^label]` in a line. */
export interface FootnoteMarkToken {
  readonly type: 'footnote-mark';
  readonly raw: string;
  readonly label: string;
}

/** Text shown as written. */
export interface PlainToken {
  readonly type: 'plain';
  readonly raw: string;
}

/** All tokens of our lexer. */
export type MarkdownToken = MarkedToken | FormulaBlockToken | FormulaToken | FootnoteToken | FootnoteMarkToken | PlainToken;

const blocks = [
  'blockquote',
  'code',
  'def',
  'footnote',
  'formula-block',
  'heading',
  'hr',
  'list',
  'list_item',
  'paragraph',
  'plain',
  'space',
  'table',
] as const satisfies readonly MarkdownToken['type'][];
const blockTypes: ReadonlySet<string> = new Set(blocks);

/** Tokens that take lines of their own. */
export type BlockToken = Extract<MarkdownToken, { readonly type: (typeof blocks)[number] }>;

/** Whether a token takes lines of its own. */
export function isBlock(token: MarkdownToken): token is BlockToken {
  return blockTypes.has(token.type);
}
