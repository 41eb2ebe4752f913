import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { DemoOptions } from './demo/demo.ts';
import { startTestService } from './test-service.ts';
import { startRelay } from './relay.ts';
import { startSshd } from './sshd.ts';

export interface TestbedOptions extends Pick<DemoOptions, 'speed'> {
  /** Lines of sshd_config. */
  readonly config?: readonly string[];
  /** Passphrase of the user's key. Defaults to none. */
  readonly passphrase?: string;
}

const run = promisify(execFile);

/** Starts the testbed and adds it as `lab` to the ssh config of a profile folder, which is also the home folder. */
export async function startTestbed(profile: string, { config = [], passphrase, ...demoOptions }: TestbedOptions = {}) {
  const opened: { readonly close: () => Promise<void> }[] = [];
  const open = <T extends { readonly close: () => Promise<void> }>(part: T): T => {
    opened.push(part);
    return part;
  };
  const close = async (): Promise<void> => {
    for (const part of opened.toReversed()) await part.close();
  };
  try {
    const service = open(await startTestService({ ...demoOptions, insideAddress: '127.0.0.2' }));
    const sshd = open(await startSshd({ config }));
    const network = open(await startRelay(sshd.port));
    if (passphrase !== undefined) await run('ssh-keygen', ['-q', '-p', '-a', '1', '-P', '', '-N', passphrase, '-f', sshd.keyFile]);
    const entry = ['Host lab', 'HostName 127.0.0.1', `Port ${network.port}`, `User ${sshd.login}`, `IdentityFile ${sshd.keyFile}`];
    await mkdir(path.join(profile, '.ssh'), { recursive: true, mode: 0o700 });
    await writeFile(path.join(profile, '.ssh/config'), [...entry, 'IdentitiesOnly yes', ''].join('\n'));
    return {
      service,
      sshd,
      network,
      /** The instance as the ssh config names it. */
      instance: { host: '127.0.0.1', port: network.port, login: sshd.login, alias: 'lab', transport: 'ssh2' } as const,
      /** Returns the fingerprint that a cloud's console would show. */
      fingerprint: async () => (await run('ssh-keygen', ['-lf', path.join(sshd.folder, 'host.pub')])).stdout.split(' ')[1] ?? '',
      /** Writes the host key to known_hosts, so that no question is asked. */
      trustHostKey: () => writeFile(path.join(profile, 'known_hosts'), `[127.0.0.1]:${network.port} ${sshd.hostKey()}\n`, { mode: 0o600 }),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A real sshd as the user's instance, behind a relay that can fail, and a service that accepts its connections. */
export type Testbed = Awaited<ReturnType<typeof startTestbed>>;
