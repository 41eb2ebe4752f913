import { ok, type Result } from '../contract/failure.ts';

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

/** Lets one dialog be open at a time; another one asked for meanwhile is fallback: a page must not bury the user in them. */
export function oneAtATime({ chooseFileToSave, chooseFileToOpen, confirm }: Dialogs): Dialogs {
  let isOpen = false;
  const exclusively = async <T>(show: () => Promise<T>, fallback: T): Promise<T> => {
    if (isOpen) return fallback;
    isOpen = true;
    try {
      return await show();
    } finally {
      isOpen = false;
    }
  };
  return {
    chooseFileToSave: (...args) => exclusively(() => chooseFileToSave(...args), null),
    chooseFileToOpen: (...args) => exclusively(() => chooseFileToOpen(...args), ok(null)),
    confirm: (question) => exclusively(() => confirm(question), false),
  };
}

/** Characters that show as nothing, as a plain space, or turn the text around them. */
const deceptive = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}|[\u115f\u1160\u3164\uffa0\u2800]|\p{Variation_Selector}/gu;

/** A text with everything in it that could deceive the reader of a dialog written out, as in `\u{202e}`. */
export function escapeHiddenCharacters(text: string): string {
  return text.replaceAll(deceptive, (character) => {
    if (character === '\n') return String.raw`\n`;
    if (character === '\t') return String.raw`\t`;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
