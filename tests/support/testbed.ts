import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Instance } from '../../electron/contract/profile.ts';
import type { DemoOptions } from '../../electron/core/demo/demo.ts';
import { startTestService, type TestService } from './test-service.ts';
import { startRelay, type Relay } from './relay.ts';
import { startSshd, type Sshd } from './sshd.ts';

/** A user's own instance, a real sshd behind a network that can fail, and a service that takes callers from it. */
export interface Testbed {
  readonly service: TestService;
  readonly sshd: Sshd;
  readonly network: Relay;
  /** As the ssh config names it. */
  readonly instance: Instance;
  /** The fingerprint that the console of a cloud would show. */
  readonly fingerprint: () => Promise<string>;
  /** Has the host key in place, so that nobody need be asked. */
  readonly trustHostKey: () => Promise<void>;
  readonly close: () => Promise<void>;
}

export interface TestbedOptions extends Pick<DemoOptions, 'speed'> {
  /** Lines of sshd_config. */
  readonly config?: readonly string[];
  /** What the user's key is locked with; left out: nothing. */
  readonly passphrase?: string;
}

const run = promisify(execFile);

/** Starts the lab, and names it `lab` in the ssh config of a profile folder, which is the home folder, too. */
export async function startTestbed(profile: string, { config = [], passphrase, ...manners }: TestbedOptions = {}): Promise<Testbed> {
  const service = await startTestService({ ...manners, insideAddress: '127.0.0.2' });
  const sshd = await startSshd({ config });
  const network = await startRelay(sshd.port);
  if (passphrase !== undefined) await run('ssh-keygen', ['-q', '-p', '-a', '1', '-P', '', '-N', passphrase, '-f', sshd.keyFile]);
  const entry = ['Host lab', 'HostName 127.0.0.1', `Port ${network.port}`, `User ${sshd.login}`, `IdentityFile ${sshd.keyFile}`];
  await mkdir(path.join(profile, '.ssh'), { recursive: true, mode: 0o700 });
  await writeFile(path.join(profile, '.ssh/config'), [...entry, 'IdentitiesOnly yes', ''].join('\n'));
  return {
    service,
    sshd,
    network,
    instance: { host: '127.0.0.1', port: network.port, login: sshd.login, alias: 'lab', transport: 'ssh2' },
    fingerprint: async () => (await run('ssh-keygen', ['-lf', path.join(sshd.folder, 'host.pub')])).stdout.split(' ')[1] ?? '',
    trustHostKey: () => writeFile(path.join(profile, 'known_hosts'), `[127.0.0.1]:${network.port} ${sshd.hostKey()}\n`, { mode: 0o600 }),
    close: async () => {
      await network.close();
      await sshd.close();
      await service.close();
    },
  };
}
