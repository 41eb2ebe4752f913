import type { DialogQuestion } from './dialogs/dialogs.ts';

/** Tells whether a person has just clicked or pressed a key. Each gesture serves once. */
export interface UserGesture {
  /** `what` is about to be done, as it follows "Did you ask Causeway to": where no gesture could be noticed, the user may be asked. */
  readonly use: (what: string) => boolean | Promise<boolean>;
  /** Asks what is asked only after a gesture: one question, which says so itself where none could be noticed. */
  readonly ask: (question: DialogQuestion) => Promise<'yes' | 'no' | 'not-asked'>;
}
