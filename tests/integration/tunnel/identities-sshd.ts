import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import ssh2 from 'ssh2';
import { onTestFinished } from 'vitest';
import { startSshd } from '../../support/sshd.ts';
import type { Hop, Identities } from '../../../electron/core/tunnel/ports.ts';

const run = promisify(execFile);

/** A real sshd that lets the given public keys in. */
export async function startSshdFor(
  folder: string,
  authorized: readonly string[],
): Promise<{ readonly port: number; readonly login: string }> {
  const file = path.join(folder, 'authorized');
  const keys = await Promise.all(authorized.map((each) => readFile(each, 'utf8')));
  await writeFile(file, keys.join(''), { mode: 0o600 });
  const sshd = await startSshd({ config: [`AuthorizedKeysFile ${file}`, 'MaxAuthTries 10'] });
  onTestFinished(() => sshd.close());
  return { port: sshd.port, login: sshd.login };
}

/** A real agent with keys in it. */
export async function startAgent(folder: string, files: readonly string[]): Promise<string> {
  const socketPath = path.join(folder, 'agent');
  const agent = spawn('ssh-agent', ['-D', '-a', socketPath], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void agent.kill());
  await new Promise((resolve) => agent.stdout.once('data', resolve));
  for (const file of files) await run('ssh-add', ['-q', file], { env: { ...process.env, SSH_AUTH_SOCK: socketPath } });
  return socketPath;
}

/** Makes a key and returns its file. */
export async function makeKey(folder: string, name: string, ...words: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  const passphrase = words.includes('-N') ? [] : ['-N', ''];
  await run('ssh-keygen', [
    '-q',
    '-a',
    '1',
    ...(words.includes('-t') ? [] : ['-t', 'ed25519']),
    ...passphrase,
    '-C',
    name,
    '-f',
    file,
    ...words,
  ]);
  return file;
}

/** Logs in as the session does, identity by identity; what was tried, and whether the last one was taken. */
export async function logIn(
  hop: Hop,
  identities: Identities,
  signal: AbortSignal = new AbortController().signal,
): Promise<{ readonly isIn: boolean; readonly tried: readonly string[]; readonly notes: readonly string[] }> {
  const { identities: all, notes } = await identities.list(hop, signal);
  const untried = [...all];
  const tried: string[] = [];
  const client = new ssh2.Client();
  const isIn = await new Promise<boolean>((resolve) => {
    client.on('ready', () => resolve(true));
    client.on('error', () => undefined);
    client.on('close', () => resolve(false));
    let hasAsked = false;
    client.connect({
      host: hop.host,
      port: hop.port,
      username: hop.login,
      hostVerifier: () => true,
      authHandler: (left, _isPartial, proceed) => {
        if (!hasAsked) {
          hasAsked = true;
          proceed({ type: 'none', username: hop.login });
          return;
        }
        const next = async (): Promise<void> => {
          const at = untried.findIndex(({ method }) => (left as readonly string[]).includes(method === 'agent' ? 'publickey' : method));
          const [identity] = at < 0 ? [] : untried.splice(at, 1);
          if (!identity) return proceed(false as never);
          const prepared = await identity.prepare(signal);
          if (!prepared) return next();
          tried.push(identity.label);
          proceed(prepared as never);
        };
        void next();
      },
    });
  });
  client.end();
  return { isIn, tried, notes };
}

/** Whether this machine lets us give sshd a user database of its own. */
export function canPretendAccounts(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '--bind', '/etc/hostname', '/etc/issue']).status === 0;
}

/**
 * A real sshd for which the present user has a password: it sees other files in place of /etc/shadow and PAM's, in a mount
 * namespace that nobody else sees. One process per connection, as under inetd.
 */
export async function startPasswordSshd(
  folder: string,
  password: string,
  config: readonly string[],
): Promise<{ readonly port: number; readonly login: string }> {
  const login = os.userInfo().username;
  const { stdout: hash } = await run('openssl', ['passwd', '-6', password]);
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path.join(folder, 'host')]);
  await writeFile(path.join(folder, 'shadow'), `${login}:${hash.trim()}:19000:0:99999:7:::\n`, { mode: 0o600 });
  await writeFile(
    path.join(folder, 'pam'),
    'auth required pam_unix.so nodelay\naccount required pam_permit.so\nsession required pam_permit.so\n',
  );
  const lines = [...config, `HostKey ${folder}/host`, 'PermitRootLogin yes', 'AuthorizedKeysFile none'];
  await writeFile(path.join(folder, 'sshd_config'), `${lines.join('\n')}\n`);
  await mkdir('/run/sshd', { recursive: true, mode: 0o755 });
  const script =
    'mount --bind "$0/shadow" /etc/shadow && mount --bind "$0/pam" /etc/pam.d/sshd && exec /usr/sbin/sshd -i -f "$0/sshd_config"';
  const children: ChildProcess[] = [];
  const server = net.createServer({ pauseOnConnect: true }, (socket) => {
    children.push(spawn('unshare', ['-m', 'sh', '-c', script, folder], { stdio: [socket, socket, 'ignore'] }));
    socket.destroy();
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    for (const child of children) child.kill();
  });
  return { port: (server.address() as AddressInfo).port, login };
}
