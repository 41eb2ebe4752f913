import type { DialogQuestion } from '../../electron/host/dialogs/dialogs.ts';

/** What the user does where the program asks outside of the page. */
export interface DialogAnswers {
  /** What they choose where a file is asked for; left out: they cancel. */
  readonly file?: string;
  /** What they say to one question after the other; the last holds for all that follow. Left out: no. */
  readonly isYes?: readonly boolean[];
}

/** Where the program asks outside of the page, with a user who answers as told. */
export interface TestDialogs {
  /** From now on. */
  readonly answer: (answers: DialogAnswers) => Promise<void>;
  /** What they were asked so far. */
  readonly asked: () => Promise<readonly DialogQuestion[]>;
}
