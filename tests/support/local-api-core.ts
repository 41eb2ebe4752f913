import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultLocalApiSettings } from '../../electron/contract/local-api.ts';
import type { Instance, Profile } from '../../electron/contract/profile.ts';
import { openLocalApiStore } from '../../electron/core/local-api/local-keys.ts';
import { createCore, type Core } from '../../electron/core/create-core.ts';
import { systemClock } from '../../electron/core/program-start.ts';
import { createMemoryVault } from '../../electron/core/credentials/credentials.ts';
import { createNetworkMonitor, systemSshEnvironment, systemTimers } from '../../electron/core/tunnel/tunnel.ts';
import type { Sshd } from './sshd.ts';

export interface LocalApiCoreOptions {
  /** Folder for all of the core's files. */
  readonly folder: string;
  /** The service's profile. Its instance and mode are replaced. */
  readonly profile: Profile;
  readonly sshd: Pick<Sshd, 'login' | 'keyFile'> & { readonly hostKey: string };
  /** The port of the sshd, or of a relay to it. */
  readonly sshPort: number;
  /** Defaults to 127.0.0.1. */
  readonly sshHost?: string;
  /** Defaults to ssh2. */
  readonly transport?: Instance['transport'];
  /** Watches this machine's network. Off by default, because changes would disturb most tests. */
  readonly isNetworkWatched?: boolean;
  /** The local API's port. */
  readonly port: number;
}

/** Starts a core whose one profile reaches its service directly, through a real sshd. Resolves once the local API listens. */
export async function startLocalApiCore(options: LocalApiCoreOptions): Promise<Core> {
  const { folder, profile, sshd, sshPort, port, sshHost: host = '127.0.0.1', transport = 'ssh2' } = options;
  const at = (name: string): string => path.join(folder, name);
  const data = at('data');
  const store = await openLocalApiStore(data);
  await store.write({ settings: { ...defaultLocalApiSettings, port, demoPort: port === 65_535 ? port - 1 : port + 1 }, keys: [] });
  await writeFile(at('known_hosts'), `[${host}]:${sshPort} ${sshd.hostKey}\n`);
  const entry = ['Host lab', `HostName ${host}`, `Port ${sshPort}`, `User ${sshd.login}`, `IdentityFile ${sshd.keyFile}`];
  await writeFile(at('ssh_config'), [...entry, 'IdentitiesOnly yes', ''].join('\n'));
  const core = await createCore({
    clock: systemClock,
    vault: createMemoryVault(),
    environment: {},
    app: {
      version: '1.2.3',
      shell: 'desktop',
      platform: 'test',
      electron: '',
      isOfficialRuntime: true,
      folders: { data, logs: at('logs') },
    },
    sshEnvironment: async () => ({ ...systemSshEnvironment({}), home: folder, userConfig: at('ssh_config') }),
    knownHosts: at('known_hosts'),
    network: options.isNetworkWatched ? createNetworkMonitor({ clock: systemClock, timers: systemTimers }) : () => () => undefined,
    profile: {
      ...profile,
      id: 'lab',
      mode: 'direct',
      directRoute: 'tunnel',
      instance: { host, port: sshPort, login: sshd.login, alias: 'lab', transport },
    },
  });
  await waitUntilListening(core);
  return core;
}

function waitUntilListening(core: Core): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      const { state } = core.localApi.read();
      if (state.kind === 'listening') resolve();
      else if (state.kind === 'failed') reject(new Error(state.failure.reason));
    };
    core.listen(({ event }) => event === 'localApi.changed' && check());
    check();
  });
}
