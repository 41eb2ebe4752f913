import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Returns true if sshd can be given its own user database on this machine. */
export function canFakeAccounts(): boolean {
  return process.getuid?.() === 0 && spawnSync('unshare', ['-m', 'mount', '--bind', '/etc/hostname', '/etc/issue']).status === 0;
}

/** Returns true if sshd can also ask for one-time codes on this machine. */
export function canAskForCodes(): boolean {
  return canFakeAccounts() && globSync(['/usr/lib/*/security/pam_oath.so', '/lib/*/security/pam_oath.so']).length > 0;
}

/** The first one-time codes of the secret below, from RFC 4226, appendix D. */
export const oneTimeCodes = ['755224', '287082', '359152'] as const;
const oneTimeSecret = Buffer.from('12345678901234567890').toString('hex');

/**
 * Starts a real sshd with a password for the current user. It sees its own /etc/shadow and PAM configuration, in a private mount
 * namespace. Each connection has its own process, as under inetd. With `wantsCode`, PAM asks for a one-time code after the password:
 * the next of `oneTimeCodes`, each valid once.
 */
export async function startSshdWithPassword(folder: string, password: string, config: readonly string[], wantsCode = false) {
  const login = os.userInfo().username;
  const { stdout: hash } = await run('openssl', ['passwd', '-6', password]);
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', path.join(folder, 'host')]);
  await writeFile(path.join(folder, 'shadow'), `${login}:${hash.trim()}:19000:0:99999:7:::\n`, { mode: 0o600 });
  await writeFile(path.join(folder, 'codes'), `HOTP ${login} - ${oneTimeSecret}\n`, { mode: 0o600 });
  const pam = [
    'auth required pam_unix.so nodelay',
    ...(wantsCode ? [`auth required pam_oath.so usersfile=${folder}/codes digits=6 window=5`] : []),
    'account required pam_permit.so',
    'session required pam_permit.so',
  ];
  await writeFile(path.join(folder, 'pam'), `${pam.join('\n')}\n`);
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
  return {
    port: (server.address() as AddressInfo).port,
    login,
    /** The public host key in the format of known_hosts. */
    hostKey: (await readFile(path.join(folder, 'host.pub'), 'utf8')).trim().split(' ').slice(0, 2).join(' '),
    close: () => {
      server.close();
      for (const child of children) child.kill();
    },
  };
}
