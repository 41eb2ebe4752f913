import type { DialogQuestion } from '../../electron/host/dialogs.ts';

/** The user's answers to dialogs outside the page. */
export interface DialogAnswers {
  /** The chosen file. Cancels by default. */
  readonly file?: string;
  /** Answers to consecutive questions; the last one repeats. Defaults to no. */
  readonly isYes?: readonly boolean[];
}

/** Dialogs outside the page, answered by the test. */
export interface TestDialogs {
  /** Sets the answers from now on. */
  readonly answer: (answers: DialogAnswers) => Promise<void>;
  /** Returns the questions so far. */
  readonly asked: () => Promise<readonly DialogQuestion[]>;
}
