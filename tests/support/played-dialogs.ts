import { ok } from '../../electron/contract/failure.ts';
import type { Dialogs, Question } from '../../electron/host/dialogs/dialogs.ts';

/** What the user does at the system's dialogs. */
export interface DialogAnswers {
  /** What they choose in file dialogs; left out: they withdraw. */
  readonly file?: string;
  /** What they say to one question after the other; the last holds for all that follow. Left out: no. */
  readonly isYes?: readonly boolean[];
}

/** The system's dialogs, with a user who answers as told. */
export interface PlayedDialogs {
  /** From now on. */
  readonly answer: (answers: DialogAnswers) => Promise<void>;
  /** What they were asked so far. */
  readonly asked: () => Promise<readonly Question[]>;
}

/** The same, where the dialogs are our own. */
export function playDialogs(first: DialogAnswers): PlayedDialogs & { readonly dialogs: Dialogs } {
  const asked: Question[] = [];
  let [file, left] = read(first);
  return {
    answer: async (answers) => void ([file, left] = read(answers)),
    asked: async () => asked,
    dialogs: {
      chooseFileToSave: async () => {
        const chosen = file;
        return chosen === null ? null : { path: chosen, deliver: async () => chosen, discard: async () => undefined };
      },
      chooseFileToOpen: async () => ok(file === null ? null : { path: file, name: file, release: async () => undefined }),
      confirm: async (question) => {
        asked.push(question);
        return (left.length > 1 ? left.shift() : left[0]) ?? false;
      },
    },
  };
}

function read({ file, isYes = [] }: DialogAnswers): [file: string | null, left: boolean[]] {
  return [file ?? null, [...isYes]];
}
