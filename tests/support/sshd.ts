import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { newKeyPair } from '../../electron/core/demo/instance/key-pair.ts';
import { descendants } from './descendants.ts';
import { freePort } from './free-port.ts';

const run = promisify(execFile);

export interface SshdOptions {
  /** Lines of sshd_config. They precede the defaults, because sshd uses the first value of a keyword. */
  readonly config?: readonly string[];
  /** The name of a network namespace to run in, and the address to listen on there. */
  readonly inside?: { readonly namespace: string; readonly address: string };
}

/** A real OpenSSH server on loopback with new keys. */
export interface Sshd {
  readonly port: number;
  readonly login: string;
  /** The client's private key in OpenSSH's format, and its file. */
  readonly privateKey: string;
  readonly keyFile: string;
  /** Returns the public host key in the format of known_hosts. */
  readonly hostKey: () => string;
  readonly folder: string;
  /** Kills the server and all connections, as a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, with a new host key on request. */
  readonly start: (more?: { readonly isNewHostKey?: boolean; readonly config?: readonly string[] }) => Promise<void>;
  /** Replaces the listening process. Connections stay open. */
  readonly restartListener: () => Promise<void>;
  /** Suspends all of its processes until `resume`. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts `sshd -D` on a free port. */
export async function startSshd({ config = [], inside }: SshdOptions = {}): Promise<Sshd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-sshd-'));
  const at = (name: string): string => path.join(folder, name);
  // sshd as root needs this folder, which Debian's service creates.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const client = newKeyPair();
  await writeFile(at('client'), client.private, { mode: 0o600 });
  await writeFile(at('authorized_keys'), `${client.public}\n`, { mode: 0o600 });
  const port = await freePort();
  let hostKey = '';
  let extra = config;
  let server: ChildProcess | undefined;

  const writeHostKey = async (): Promise<void> => {
    await rm(at('host'), { force: true });
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', at('host')]);
    hostKey = (await readFile(at('host.pub'), 'utf8')).trim().split(' ').slice(0, 2).join(' ');
  };
  const start: Sshd['start'] = async (more = {}) => {
    if (more.isNewHostKey) await writeHostKey();
    extra = more.config ?? extra;
    await writeFile(at('config'), configText(extra, `${inside?.address ?? '127.0.0.1'}:${port}`, at));
    const [program, ...args] = [
      ...(inside ? ['ip', 'netns', 'exec', inside.namespace] : []),
      '/usr/sbin/sshd',
      '-D',
      '-e',
      '-f',
      at('config'),
    ];
    const started = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    server = started;
    let output = '';
    await new Promise<void>((resolve, reject) => {
      started.stderr.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-10_000);
        if (output.includes('Server listening')) resolve();
      });
      started.once('exit', () => reject(new Error(`sshd did not start: ${output}`)));
      started.once('error', reject);
    });
  };
  const signalAll = async (signal: NodeJS.Signals): Promise<void> => {
    const root = server?.pid;
    if (root === undefined || server?.exitCode !== null) return;
    for (const pid of [root, ...(await descendants(root))]) {
      try {
        process.kill(pid, signal);
      } catch {
        // it has exited
      }
    }
  };
  const kill = async (): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    await signalAll('SIGKILL');
    await exited;
  };

  await writeHostKey();
  await start();
  return {
    port,
    login: os.userInfo().username,
    privateKey: client.private,
    keyFile: at('client'),
    hostKey: () => hostKey,
    folder,
    kill,
    start,
    restartListener: async () => {
      if (!server) return;
      const exited = once(server, 'exit');
      server.kill('SIGKILL');
      await exited;
      await start();
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    close: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function configText(extra: readonly string[], listen: string, at: (name: string) => string): string {
  return [
    ...extra,
    `ListenAddress ${listen}`,
    `HostKey ${at('host')}`,
    `AuthorizedKeysFile ${at('authorized_keys')}`,
    `SetEnv HOME=${at('.')}`, // the user's own start-up files may take a minute
    'PidFile none',
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'MaxStartups 200',
    'MaxSessions 100',
    '',
  ].join('\n');
}
