import path from 'node:path';

/** Where the window keeps its data: the folder Electron gives it on each platform. */
export function defaultDataFolder(
  platform: NodeJS.Platform,
  home: string,
  environment: Readonly<Record<string, string | undefined>>,
): string {
  const program = 'Causeway';
  if (platform === 'darwin') return path.join(home, 'Library/Application Support', program);
  if (platform === 'win32') return path.join(environment['APPDATA'] ?? path.join(home, 'AppData/Roaming'), program);
  return path.join(environment['XDG_CONFIG_HOME'] ?? path.join(home, '.config'), program);
}
