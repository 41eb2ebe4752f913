/** Flag that starts the program without its window. */
export const hiddenFlag = '--hidden';

/** Returns whether the arguments ask for a start without a window. */
export function isHiddenStart(args: readonly string[]): boolean {
  return args.includes(hiddenFlag);
}

/** Flag with which tests accept an unofficial Electron, because they can't click in system dialogs. */
export const acceptRuntimeFlag = '--accept-development-runtime';

/** Returns whether the arguments accept an unofficial Electron. Packaged programs ignore the flag. */
export function isRuntimeAccepted(args: readonly string[], isPackaged: boolean): boolean {
  return !isPackaged && args.includes(acceptRuntimeFlag);
}
