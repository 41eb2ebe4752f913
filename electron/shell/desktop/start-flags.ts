/** The word that starts the program without its window. */
export const hidden = '--hidden';

/** Whether a start with these words asks for no window. */
export function isHiddenStart(words: readonly string[]): boolean {
  return words.includes(hidden);
}

/** The word by which tests, which can click in no dialog of the system's, accept a stand-in for the official Electron. */
export const acceptRuntime = '--accept-development-runtime';

/** Whether a start with these words needs no further yes to a stand-in; what is packaged for users takes none beforehand. */
export function isRuntimeAccepted(words: readonly string[], isPackaged: boolean): boolean {
  return !isPackaged && words.includes(acceptRuntime);
}
