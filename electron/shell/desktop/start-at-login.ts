import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Settings } from '../../contract/settings.ts';
import { hidden } from './start-flags.ts';

export interface LoginSettingOptions {
  readonly first: Settings;
  /** Has the program started at login, or not. */
  readonly apply: (startsAtLogin: boolean) => Promise<void>;
  readonly onFailure: (error: unknown) => void;
}

/** Brings "start at login" in line with the settings, one change after the other; hears every new state of them. */
export function followLoginSetting({ first, apply, onFailure }: LoginSettingOptions): (settings: Settings) => void {
  let wanted: boolean | undefined;
  let last: Promise<void> = Promise.resolve();
  const follow = ({ desktop: { startsAtLogin } }: Settings): void => {
    if (startsAtLogin === wanted) return;
    wanted = startsAtLogin;
    last = last.then(() => apply(startsAtLogin)).catch(onFailure);
  };
  follow(first);
  return follow;
}

/** Puts the program's entry into a freedesktop folder of what is started at login, or takes it away. */
export async function keepAutostartEntry(folder: string, executable: string, isWanted: boolean): Promise<void> {
  const file = path.join(folder, 'causeway.desktop');
  if (!isWanted) return rm(file, { force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(file, autostartEntry(executable));
}

function autostartEntry(executable: string): string {
  return `[Desktop Entry]
Type=Application
Name=Causeway
Comment=Keeps the way to your language models open
Exec=${quoted(executable)} ${hidden}
Terminal=false
X-GNOME-Autostart-enabled=true
`;
}

/** As the desktop entry specification quotes an argument. */
function quoted(word: string): string {
  return `"${word.replaceAll(/(["`$\\])/g, '\\$1').replaceAll('%', '%%')}"`;
}
