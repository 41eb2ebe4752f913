/** Program: opens a data folder with the session's keychain and prints the routes' answers as JSON. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import keytar from 'keytar';
import { createCore } from '../../../electron/core/create-core.ts';
import { createKeytarVault } from '../../../electron/core/credentials/credentials.ts';
import { systemClock } from '../../../electron/core/program-start.ts';
import { context } from '../../support/call-context.ts';
import { must } from '../../support/must.ts';

const [folder, keychainFile] = process.argv.slice(2) as [string, string];
const entries = JSON.parse(await readFile(keychainFile, 'utf8')) as Readonly<Record<string, string>>;
for (const [account, secret] of Object.entries(entries)) await keytar.setPassword('Causeway', account, secret);

const core = await createCore({
  clock: systemClock,
  vault: createKeytarVault(),
  environment: {},
  app: {
    version: '1.2.3',
    shell: 'desktop',
    platform: 'test',
    electron: '',
    isOfficialRuntime: true,
    folders: { data: folder, logs: path.join(folder, '../logs') },
  },
});
const { handlers } = core;
const list = must(await handlers['history.list']({ shelf: 'current', limit: 50 }, context));
const profile = must(await handlers['profiles.read'](undefined, context)).profiles.find(({ id }) => id !== 'demo');
const { settings, keys } = must(await handlers['agent.read'](undefined, context));
const answers = {
  'settings.read': must(await handlers['settings.read'](undefined, context)),
  'library.read': must(await handlers['library.read'](undefined, context)),
  'tools.read': must(await handlers['tools.read'](undefined, context)),
  'drafts.read': must(await handlers['drafts.read']({ key: 'new-conversation' }, context)),
  'history.list': list,
  'history.folders': must(await handlers['history.folders'](undefined, context)),
  'history.speeds': must(await handlers['history.speeds'](undefined, context)),
  conversations: await Promise.all(
    list.conversations.map(async ({ id }) => must(await handlers['history.open']({ id, at: null, limit: 100 }, context))),
  ),
  profile,
  token: must(await handlers['token.status']({ profileId: profile?.id ?? '' }, context)),
  agent: { settings, keys },
  notices: must(await handlers['notices.read'](undefined, context)),
};
await core.dispose();
process.stdout.write(JSON.stringify(answers));
