import path from 'node:path';
import type { AppInfo } from '../../contract/app-info.ts';
import { keychainService } from '../credentials/credentials.ts';

interface StorageLocation {
  readonly what: string;
  readonly where: string;
}

/** Returns every location that stores the user's data, so that the user can back it up, move it or delete it. */
export function listStorage({ folders: { data, logs }, platform }: AppInfo, accounts: readonly string[]): readonly StorageLocation[] {
  const file = (what: string, name: string): StorageLocation => ({ what, where: path.join(data, name) });
  return [
    file('Settings', 'settings.json'),
    file('Profiles, without secrets', 'profiles.json'),
    file('Certificate authorities that came with profiles', 'authorities'),
    file('Names and dates of the secrets in the keychain, without the secrets', 'secrets.json'),
    file('Host keys you trusted', 'known_hosts'),
    file('Conversations', 'history.db'),
    file('Unsent texts', 'drafts.json'),
    file('Prompts and presets', 'library.json'),
    file('Tools', 'tools.json'),
    file('Settings and keys of the local agent, as hashes', 'agent.json'),
    file('Place of the window', 'window.json'),
    { what: 'Logs', where: logs },
    { what: 'Caches of the window and crash reports', where: data },
    ...accounts.map((account) => ({ what: 'Secret', where: `${keychainApp(platform)}: ${keychainService} → ${account}` })),
  ];
}

function keychainApp(platform: string): string {
  if (platform === 'darwin') return 'Keychain Access';
  return platform === 'win32' ? 'Credential Manager' : 'Passwords and Keys';
}
