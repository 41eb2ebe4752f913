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
  /** Lines of sshd_config; the first of a keyword counts, so these come before ours. */
  readonly config?: readonly string[];
  /** The name of a network namespace to run in, and the address to listen on there. */
  readonly inside?: { readonly namespace: string; readonly address: string };
}

/** A real OpenSSH server on loopback, with keys of its own. */
export interface Sshd {
  readonly port: number;
  readonly login: string;
  /** The client's private key, in OpenSSH's format, and the file it is in. */
  readonly privateKey: string;
  readonly keyFile: string;
  /** The public half of the host key, as known_hosts has it. */
  readonly hostKey: () => string;
  readonly folder: string;
  /** Ends the server and every connection, as a crash does. */
  readonly kill: () => Promise<void>;
  /** Starts it again on the same port, with another host key if so wished. */
  readonly start: (more?: { readonly isNewHostKey?: boolean; readonly config?: readonly string[] }) => Promise<void>;
  /** Ends the process that listens and starts another; connections stay. */
  readonly restartListener: () => Promise<void>;
  /** Every process of it stands still, or goes on. */
  readonly pause: () => Promise<void>;
  readonly resume: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Starts `sshd -D` on a free high port. */
export async function startSshd({ config = [], inside }: SshdOptions = {}): Promise<Sshd> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'causeway-sshd-'));
  const at = (name: string): string => path.join(folder, name);
  // What Debian's service does before it starts sshd as root.
  if (process.getuid?.() === 0) await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const client = newKeyPair();
  await writeFile(at('client'), client.private, { mode: 0o600 });
  await writeFile(at('authorized_keys'), `${client.public}\n`, { mode: 0o600 });
  const port = await freePort();
  let hostKey = '';
  let own = config;
  let server: ChildProcess | undefined;

  const writeHostKey = async (): Promise<void> => {
    await rm(at('host'), { force: true });
    await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', at('host')]);
    hostKey = (await readFile(at('host.pub'), 'utf8')).trim().split(' ').slice(0, 2).join(' ');
  };
  const start: Sshd['start'] = async (more = {}) => {
    if (more.isNewHostKey) await writeHostKey();
    own = more.config ?? own;
    await writeFile(at('config'), configText(own, `${inside?.address ?? '127.0.0.1'}:${port}`, at));
    const [program, ...words] = [
      ...(inside ? ['ip', 'netns', 'exec', inside.namespace] : []),
      '/usr/sbin/sshd',
      '-D',
      '-e',
      '-f',
      at('config'),
    ];
    const started = spawn(program, words, { stdio: ['ignore', 'ignore', 'pipe'] });
    server = started;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      started.stderr.on('data', (chunk: Buffer) => {
        said = (said + chunk.toString()).slice(-10_000);
        if (said.includes('Server listening')) resolve();
      });
      started.once('exit', () => reject(new Error(`sshd did not start: ${said}`)));
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
        // ended by itself meanwhile
      }
    }
  };
  const kill = async (): Promise<void> => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const gone = once(server, 'exit');
    await signalAll('SIGKILL');
    await gone;
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
      const gone = once(server, 'exit');
      server.kill('SIGKILL');
      await gone;
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

function configText(own: readonly string[], listen: string, at: (name: string) => string): string {
  return [
    ...own,
    `ListenAddress ${listen}`,
    `HostKey ${at('host')}`,
    `AuthorizedKeysFile ${at('authorized_keys')}`,
    `SetEnv HOME=${at('.')}`, // the start-up files of whoever runs the tests may take a minute
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
