import { execFile } from 'node:child_process';

/** The first that lets us judge host keys (KnownHostsCommand) and says what becomes of its channels (LogVerbose). */
const oldest = [8, 5] as const;
const limitMs = 5000;

/** Whether this system has an ssh that can carry a tunnel. */
export function canSystemSsh(program = 'ssh'): Promise<boolean> {
  // That of Windows forwards no unix sockets.
  if (process.platform === 'win32') return Promise.resolve(false);
  return new Promise((resolve) => {
    execFile(program, ['-V'], { timeout: limitMs }, (error, _out, said) => resolve(!error && isNewEnough(said)));
  });
}

/** Reads what `ssh -V` says. */
export function isNewEnough(said: string): boolean {
  const [, major, minor] = /^OpenSSH\D*(\d+)\.(\d+)/.exec(said) ?? [];
  const [first, second] = [Number(major), Number(minor)];
  return first > oldest[0] || (first === oldest[0] && second >= oldest[1]);
}
