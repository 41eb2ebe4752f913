import { execFile, spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import ssh2 from 'ssh2';
import { onTestFinished } from 'vitest';
import { startSshdWithPassword } from '../../support/password-sshd.ts';
import { startSshd } from '../../support/sshd.ts';
import type { Hop, Identities } from '../../../electron/core/tunnel/types.ts';

const run = promisify(execFile);

/** Starts a real sshd that accepts the given public keys. */
export async function startSshdFor(folder: string, authorized: readonly string[]) {
  const file = path.join(folder, 'authorized');
  const keys = await Promise.all(authorized.map((each) => readFile(each, 'utf8')));
  await writeFile(file, keys.join(''), { mode: 0o600 });
  const sshd = await startSshd({ config: [`AuthorizedKeysFile ${file}`, 'MaxAuthTries 10'] });
  onTestFinished(() => sshd.close());
  return { port: sshd.port, login: sshd.login };
}

/** Starts a real agent with keys in it. */
export async function startAgent(folder: string, files: readonly string[]): Promise<string> {
  const socketPath = path.join(folder, 'agent');
  const agent = spawn('ssh-agent', ['-D', '-a', socketPath], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void agent.kill());
  await new Promise((resolve) => agent.stdout.once('data', resolve));
  for (const file of files) await run('ssh-add', ['-q', file], { env: { ...process.env, SSH_AUTH_SOCK: socketPath } });
  return socketPath;
}

/** Creates a key and returns its file. */
export async function makeKey(folder: string, name: string, ...args: readonly string[]): Promise<string> {
  const file = path.join(folder, name);
  const [type, passphrase] = [args.includes('-t') ? [] : ['-t', 'ed25519'], args.includes('-N') ? [] : ['-N', '']];
  await run('ssh-keygen', ['-q', '-a', '1', ...type, ...passphrase, '-C', name, '-f', file, ...args]);
  return file;
}

/** Logs in as a session does, identity by identity. Returns what was tried and whether the last one was accepted. */
export async function logIn(hop: Hop, identities: Identities, signal: AbortSignal = new AbortController().signal) {
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
      readyTimeout: 0, // the test's own limit is enough
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
        next().catch(() => proceed(false as never)); // dismissed
      },
    });
  });
  client.end();
  return { isIn, tried, notes };
}

/** Starts a real sshd for which the current user has a password during the test. */
export async function startPasswordSshd(folder: string, password: string, config: readonly string[], wantsCode = false) {
  const sshd = await startSshdWithPassword(folder, password, config, wantsCode);
  onTestFinished(sshd.close);
  return sshd;
}
