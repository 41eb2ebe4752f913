import type { Dialogs, Question } from '../../electron/shell/dialogs/dialogs.ts';

/** A desktop whose user answers as told; `asked` is what they were shown. */
export interface FakeDialogs extends Dialogs {
  readonly asked: Question[];
  readonly suggested: string[];
}

/** `file` is what the user chooses in file dialogs; `answer` may do something while the question is open. */
export function fakeDialogs({
  file = null,
  answer = () => false,
}: { readonly file?: string | null; readonly answer?: (question: Question) => boolean | Promise<boolean> } = {}): FakeDialogs {
  const asked: Question[] = [];
  const suggested: string[] = [];
  return {
    asked,
    suggested,
    chooseFileToSave: (_title, name) => {
      suggested.push(name);
      return Promise.resolve(file);
    },
    chooseFileToOpen: () => Promise.resolve(file),
    confirm: async (question) => {
      asked.push(question);
      return answer(question);
    },
  };
}

/** A person who has just clicked, once. */
export function oneClick(): () => { readonly use: () => boolean } {
  let isFresh = true;
  const gesture = {
    use: () => {
      const was = isFresh;
      isFresh = false;
      return was;
    },
  };
  return () => gesture;
}
