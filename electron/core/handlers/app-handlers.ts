import path from 'node:path';
import type { AppInfo } from '../../contract/app-info.ts';
import { ok } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/routes.ts';
import { keychainService, type Secrets } from '../credentials/credentials.ts';

type AppRoute = 'app.describe' | 'app.places';

/** Answers what the window asks about the program itself. */
export function appHandlers(app: AppInfo, secrets: Pick<Secrets, 'accounts'>): Handlers<AppRoute, unknown> {
  return {
    'app.describe': () => ok(app),
    'app.places': () => ok(placesOf(app, secrets.accounts())),
  };
}

interface Place {
  readonly what: string;
  readonly where: string;
}

/** Every place that holds something of the user's, so that it can be kept, moved or deleted. */
function placesOf({ folders: { data, logs }, platform }: AppInfo, accounts: readonly string[]): readonly Place[] {
  const file = (what: string, name: string): Place => ({ what, where: path.join(data, name) });
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
    ...accounts.map((account) => ({ what: 'Secret', where: `${keychainOf(platform)}: ${keychainService} → ${account}` })),
  ];
}

function keychainOf(platform: string): string {
  if (platform === 'darwin') return 'Keychain Access';
  return platform === 'win32' ? 'Credential Manager' : 'Passwords and Keys';
}
