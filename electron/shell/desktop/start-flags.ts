/** The word that starts the program without its window. */
export const hiddenFlag = '--hidden';

/** Whether a start with these args asks for no window. */
export function isHiddenStart(args: readonly string[]): boolean {
  return args.includes(hiddenFlag);
}

/** The word by which tests, which can click in no dialog of the system's, accept a stand-in for the official Electron. */
export const acceptRuntimeFlag = '--accept-development-runtime';

/** Whether a start with these args needs no further yes to a stand-in; what is packaged for users takes none beforehand. */
export function isRuntimeAccepted(args: readonly string[], isPackaged: boolean): boolean {
  return !isPackaged && args.includes(acceptRuntimeFlag);
}
