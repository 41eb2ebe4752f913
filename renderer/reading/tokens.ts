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
export type ReadingToken = MarkedToken | FormulaToken | FootnoteToken | FootnoteMarkToken | PlainToken;
