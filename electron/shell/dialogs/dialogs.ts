/** A kind of file, as dialogs offer it. */
export interface FileKind {
  readonly name: string;
  readonly extensions: readonly string[];
}

/** A question of the main process itself. All of it is shown as it is, so nothing of the window may stand in it unescaped. */
export interface Question {
  readonly message: string;
  readonly detail: string;
  /** The word for yes; the other button is Cancel, which Enter and Escape press too. */
  readonly yes: string;
}

/** The system's own dialogs, which no page can draw over or answer. */
export interface Dialogs {
  /** Null: the user withdrew. */
  readonly chooseFileToSave: (title: string, suggestedName: string, kind: FileKind) => Promise<string | null>;
  readonly chooseFileToOpen: (title: string, kinds: readonly FileKind[]) => Promise<string | null>;
  readonly confirm: (question: Question) => Promise<boolean>;
}
