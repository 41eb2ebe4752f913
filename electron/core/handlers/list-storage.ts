import path from 'node:path';
import type { AppInfo } from '../../contract/app-info.ts';
import { storageText } from './text.ts';
import { keychainService } from '../credentials/credentials.ts';

interface StorageLocation {
  readonly what: string;
  readonly where: string;
}

/** Returns every location that stores the user's data, so that the user can back it up, move it or delete it. */
export function listStorage({ folders: { data, logs }, platform }: AppInfo, accounts: readonly string[]): readonly StorageLocation[] {
  const file = (what: string, name: string): StorageLocation => ({ what, where: path.join(data, name) });
  return [
    file(storageText.settings, 'settings.json'),
    file(storageText.profiles, 'profiles.json'),
    file(storageText.authorities, 'authorities'),
    file(storageText.secretIndex, 'secrets.json'),
    file(storageText.hostKeys, 'known_hosts'),
    file(storageText.conversations, 'history.db'),
    file(storageText.runs, 'runs.db'),
    file(storageText.drafts, 'drafts.json'),
    file(storageText.draftFiles, 'draft-files.json'),
    file(storageText.library, 'library.json'),
    file(storageText.tools, 'tools.json'),
    file(storageText.localApi, 'local-api.json'),
    file(storageText.window, 'window.json'),
    { what: storageText.logs, where: logs },
    { what: storageText.caches, where: data },
    ...accounts.map((account) => ({ what: storageText.secret, where: `${keychainApp(platform)}: ${keychainService} → ${account}` })),
  ];
}

function keychainApp(platform: string): string {
  const { darwin, win32, other } = storageText.keychainApps;
  if (platform === 'darwin') return darwin;
  return platform === 'win32' ? win32 : other;
}
