import type { MarkedToken } from 'marked';

/** A formula; `tex` is what lies between its signs. */
export interface FormulaToken {
  readonly type: 'formula';
  readonly raw: string;
  readonly tex: string;
  readonly isDisplay: boolean;
}

/** `[^label]: text`; shown at the end of the message. */
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

/** Text that is shown as it was written. */
export interface PlainToken {
  readonly type: 'plain';
  readonly raw: string;
}

/** All that our lexer makes. */
export type MarkdownToken = MarkedToken | FormulaToken | FootnoteToken | FootnoteMarkToken | PlainToken;

const blocks = [
  'blockquote',
  'code',
  'def',
  'footnote',
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

/** What takes lines of its own, and so does not stand in one. */
export type BlockToken = Extract<MarkdownToken, { readonly type: (typeof blocks)[number] }>;

/** Whether a token takes lines of its own. */
export function isBlock(token: MarkdownToken): token is BlockToken {
  return blockTypes.has(token.type);
}
