import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../contract/settings.ts';
import { shellText } from '../text.ts';

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

interface LoginItemSyncOptions {
  readonly initial: Settings;
  /** Enables or disables the start at login. */
  readonly apply: (startsAtLogin: boolean) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Creates a function that applies the start-at-login setting whenever it changes, one change at a time. */
export function createLoginItemSync({ initial, apply, onFailure }: LoginItemSyncOptions): (settings: Settings) => void {
  let current: boolean | undefined;
  let last: Promise<void> = Promise.resolve();
  const sync = ({ desktop: { startsAtLogin } }: Settings): void => {
    if (startsAtLogin === current) return;
    current = startsAtLogin;
    last = last.then(() => apply(startsAtLogin)).catch(onFailure);
  };
  sync(initial);
  return sync;
}

/** Writes or removes the program's entry in a freedesktop autostart folder. */
export async function writeAutostartEntry(folder: string, executable: string, isEnabled: boolean): Promise<void> {
  const file = path.join(folder, 'causeway.desktop');
  if (!isEnabled) return rm(file, { force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(file, formatAutostartEntry(executable));
}

function formatAutostartEntry(executable: string): string {
  return `[Desktop Entry]
Type=Application
Name=Causeway
Comment=${shellText.autostartComment}
Exec=${quoteArgument(executable)} ${hiddenFlag}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** Quotes an argument according to the desktop entry specification. */
function quoteArgument(argument: string): string {
  return `"${argument.replaceAll(/(["`$\\])/g, '\\$1').replaceAll('%', '%%')}"`;
}
