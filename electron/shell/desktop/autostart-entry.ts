import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { hidden } from './hidden-start.ts';

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
