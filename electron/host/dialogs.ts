import { ok, type Result } from '../contract/failure.ts';
import { cancelledCall, fail } from '../contract/failures/fail.ts';

/** A file type offered in a file dialog. */
export interface FileKind {
  readonly name: string;
  readonly extensions: readonly string[];
}

/** A question asked by the main process. It is shown verbatim, so text from the window must be escaped first. */
export interface DialogQuestion {
  readonly message: string;
  readonly detail: string;
  /** Label of the button that agrees. The other button is Cancel, which is also the default. */
  readonly yes: string;
}

/** Where to write a file that the user saves. */
export interface SaveTarget {
  readonly path: string;
  /** Delivers the written file. Returns its name for use in a sentence. */
  readonly deliver: () => Promise<string>;
  /** Removes the remains of a failed export. */
  readonly discard: () => Promise<void>;
}

/** A file the user chose to open. */
export interface ChosenFile {
  readonly path: string;
  readonly name: string;
  /** Whether it's a copy that the page has uploaded, which nothing may refer to. */
  readonly isCopy: boolean;
  /** Deletes the temporary copy, if there is one. Call it after reading the file. */
  readonly release: () => Promise<void>;
}

/** File choosers, and questions outside the page, which it can neither cover nor answer. */
export interface Dialogs {
  /** Returns null if the user cancels. */
  readonly chooseFileToSave: (title: string, suggestedName: string, kind: FileKind) => Promise<SaveTarget | null>;
  /** Fails if the file has to be copied and is larger than `maxBytes`. */
  readonly chooseFileToOpen: (title: string, kinds: readonly FileKind[], maxBytes: number) => Promise<Result<ChosenFile | null>>;
  /** `signal` withdraws the question, where the shell can close it. */
  readonly confirm: (question: DialogQuestion, signal?: AbortSignal) => Promise<boolean>;
}

/** Allows one open dialog at a time and cancels further ones, because a hostile page could flood the user with them. */
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
    confirm: (...args) => exclusively(() => confirm(...args), false),
  };
}

/** Stops asking after repeated refusals, because a hostile page could wear the user down. A withdrawn question counts as one. */
const refusalLimit = { refusals: 3, withinMs: 60_000 };

/** Asks outside the page whether to do something. Returns `otherwise` if the user declines. */
export type Approve = <T>(
  question: DialogQuestion,
  signal: AbortSignal,
  act: () => Promise<Result<T>>,
  otherwise: () => T,
) => Promise<Result<T>>;

/** Creates the questions of one page. */
export function createApproval({ confirm, now }: { readonly confirm: Dialogs['confirm']; readonly now: () => number }): Approve {
  let refusedAt: readonly number[] = [];
  return async (question, signal, act, otherwise) => {
    refusedAt = refusedAt.filter((time) => now() - time < refusalLimit.withinMs);
    if (refusedAt.length >= refusalLimit.refusals) return fail('approvals-paused');
    const isYes = await confirm(question, signal);
    if (!isYes) refusedAt = [...refusedAt, now()];
    if (signal.aborted) return cancelledCall;
    return isYes ? act() : ok(otherwise());
  };
}

/** Some systems cut off longer text, or push the buttons off the screen. */
const maxShown = { characters: 1500, lines: 24 };

/** Returns whether a dialog can show all of a text, because hidden parts can't be approved. */
export function canShow(lines: readonly string[]): boolean {
  return lines.length <= maxShown.lines && lines.join('\n').length <= maxShown.characters;
}

/** Characters that are invisible, look like a space, or change the direction of the text. */
const deceptive = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Zl}\p{Zp}]|(?! )\p{Zs}|[\u115f\u1160\u3164\uffa0\u2800]|\p{Variation_Selector}/gu;

/** Escapes characters that could mislead the reader of a dialog, for example as `\u{202e}`. */
export function escapeHiddenCharacters(text: string): string {
  return text.replaceAll(deceptive, (character) => {
    if (character === '\n') return String.raw`\n`;
    if (character === '\t') return String.raw`\t`;
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
