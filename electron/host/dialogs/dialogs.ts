import type { Result } from '../../contract/failure.ts';

/** A kind of file, as dialogs offer it. */
export interface FileKind {
  readonly name: string;
  readonly extensions: readonly string[];
}

/** A question of the main process itself. All of it is shown as it is, so nothing of the window may stand in it unescaped. */
export interface DialogQuestion {
  readonly message: string;
  readonly detail: string;
  /** The word for yes; the other button is Cancel, which Enter and Escape press too. */
  readonly yes: string;
}

/** Where to write a file that the user wants. */
export interface SaveTarget {
  readonly path: string;
  /** Hands the written file over, and gives what to call it in a sentence. */
  readonly deliver: () => Promise<string>;
  /** Removes what a failed export left behind. */
  readonly discard: () => Promise<void>;
}

/** A file that the user chose. */
export interface ChosenFile {
  readonly path: string;
  readonly name: string;
  /** Deletes the copy, if there is one; call it when the file has been read. */
  readonly release: () => Promise<void>;
}

/** Files and questions, asked where no page can draw over them or answer them. */
export interface Dialogs {
  /** Null: the user cancelled. */
  readonly chooseFileToSave: (title: string, suggestedName: string, kind: FileKind) => Promise<SaveTarget | null>;
  /** Fails if the file is larger than `maxBytes` and would have to be copied. */
  readonly chooseFileToOpen: (title: string, kinds: readonly FileKind[], maxBytes: number) => Promise<Result<ChosenFile | null>>;
  readonly confirm: (question: DialogQuestion) => Promise<boolean>;
}
