import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultAgentSettings } from '../../electron/contract/agent.ts';
import type { Instance, Profile } from '../../electron/contract/profile.ts';
import { openAgentStore } from '../../electron/core/agent/agent-store.ts';
import { createCore, type Core } from '../../electron/core/create-core.ts';
import { systemClock } from '../../electron/core/program-start.ts';
import { createMemoryVault } from '../../electron/core/credentials/credentials.ts';
import { createNetworkMonitor, systemSshEnvironment, systemTimers } from '../../electron/core/tunnel/tunnel.ts';
import type { Sshd } from './sshd.ts';

/** The whole core, whose one profile reaches its service directly, through a real sshd. */
export interface AgentCoreOptions {
  /** For all it keeps. */
  readonly folder: string;
  /** The service as the core is to know it; its instance and its way are set here. */
  readonly profile: Profile;
  readonly sshd: Pick<Sshd, 'login' | 'keyFile'> & { readonly hostKey: string };
  /** Where the sshd is reached; may be a relay's. */
  readonly sshPort: number;
  /** Left out: this machine. */
  readonly sshHost?: string;
  /** Left out: ssh2. */
  readonly transport?: Instance['transport'];
  /** Whether changes of this machine's network count, which would disturb most tests. */
  readonly isNetworkWatched?: boolean;
  /** Where the agent is to listen. */
  readonly port: number;
}

/** Starts it; settles when the agent listens. */
export async function startAgentCore(options: AgentCoreOptions): Promise<Core> {
  const { folder, profile, sshd, sshPort, port, sshHost: host = '127.0.0.1', transport = 'ssh2' } = options;
  const at = (name: string): string => path.join(folder, name);
  const data = at('data');
  const store = await openAgentStore(data);
  await store.write({ settings: { ...defaultAgentSettings, port, demoPort: port === 65_535 ? port - 1 : port + 1 }, keys: [] });
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
    sshEnvironment: async () => ({ ...systemSshEnvironment({}), home: folder, configFiles: [{ path: at('ssh_config'), owner: 'user' }] }),
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
  await listening(core);
  return core;
}

function listening(core: Core): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const { state } = core.agent.read();
      if (state.kind === 'listening') resolve();
      else if (state.kind === 'failed') reject(new Error(state.failure.reason));
    };
    core.listen(({ event }) => event === 'agent.changed' && look());
    look();
  });
}
