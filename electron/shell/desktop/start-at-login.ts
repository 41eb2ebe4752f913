import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../contract/settings.ts';
import { hiddenFlag } from './start-flags.ts';

export interface LoginItemSyncOptions {
  readonly initial: Settings;
  /** Has the program started at login, or not. */
  readonly apply: (startsAtLogin: boolean) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Brings "start at login" in line with the settings, one change after the other; hears every new state of them. */
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

/** Puts the program's entry into a freedesktop folder of what is started at login, or takes it away. */
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
Comment=Keeps the way to your language models open
Exec=${quoteArgument(executable)} ${hiddenFlag}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** As the desktop entry specification quotes an argument. */
function quoteArgument(argument: string): string {
  return `"${argument.replaceAll(/(["`$\\])/g, '\\$1').replaceAll('%', '%%')}"`;
}
