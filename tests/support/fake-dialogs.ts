import { createAssistedGesture } from '../../electron/shell/assisted-gesture.ts';
import type { Dialogs, Question } from '../../electron/shell/dialogs/dialogs.ts';
import { createGestureMemory } from '../../electron/shell/gesture-memory.ts';
import type { UserGesture } from '../../electron/shell/user-gesture.ts';

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

/** A person who has just clicked, once, and answers at this desktop. */
export function oneClick({ confirm }: Pick<Dialogs, 'confirm'> = fakeDialogs()): () => UserGesture {
  const now = () => 0;
  const noticed = createGestureMemory(now);
  noticed.notice();
  const gesture = createAssistedGesture({ noticed, isAssisted: () => false, confirm, now });
  return () => gesture;
}

/** A person whose screen reader has just pressed a button, which nobody noticed. */
export function unnoticedPress({ confirm }: Pick<Dialogs, 'confirm'>): () => UserGesture {
  const gesture = createAssistedGesture({ noticed: { use: () => false }, isAssisted: () => true, confirm, now: () => 0 });
  return () => gesture;
}
