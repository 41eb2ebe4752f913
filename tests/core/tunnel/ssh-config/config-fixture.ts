import path from 'node:path';
import type { SshEnvironment } from '../../../../electron/core/tunnel/ssh-config/ssh-environment.ts';
import { type Instance, resolveHops } from '../../../../electron/core/tunnel/ssh-config/resolve-hops.ts';
import type { Hop, HopChain } from '../../../../electron/core/tunnel/types.ts';
import { must } from '../../../support/must.ts';

/** Creates the environment of a machine with only these files. `config` is ~/.ssh/config. */
export function machine(files: Readonly<Record<string, string>>, overrides: Partial<SshEnvironment> = {}): SshEnvironment {
  const disk = new Map(Object.entries(files).map(([file, text]) => [file === 'config' ? '/home/ada/.ssh/config' : file, text]));
  return {
    configFiles: [
      { path: '/home/ada/.ssh/config', owner: 'user' },
      { path: '/etc/ssh/ssh_config', owner: 'system' },
    ],
    home: '/home/ada',
    variables: { SSH_AUTH_SOCK: '/run/agent', KEYS: '/keys' },
    isWindows: false,
    localUser: 'ada',
    localUserId: '1000',
    localHost: 'laptop.example.org',
    reader: {
      read: (file) => Promise.resolve(disk.get(file)),
      list: (folder) =>
        Promise.resolve([...disk.keys()].filter((file) => path.dirname(file) === folder).map((file) => path.basename(file))),
    },
    ...overrides,
  };
}

/** Resolves the target by a config, and throws if that fails. */
export async function resolveConfig(
  config: string,
  instance: Instance = { alias: 'target' },
  overrides: Partial<SshEnvironment> = {},
): Promise<HopChain> {
  return must(await resolveHops(instance, machine({ config }, overrides)));
}

/** Returns the last hop, which is the instance. */
export async function hopBy(
  config: string,
  instance: Instance = { alias: 'target' },
  overrides: Partial<SshEnvironment> = {},
): Promise<Hop> {
  const { hops } = await resolveConfig(config, instance, overrides);
  return hops.at(-1) ?? hops[0];
}
