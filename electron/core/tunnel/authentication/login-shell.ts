import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { killGroup } from '../../shared/process-group.ts';

/** What a program started from the desktop may lack. */
export interface LoginShellEnvironment {
  readonly SSH_AUTH_SOCK?: string;
  readonly PATH?: string;
}

export interface LoginShellOptions {
  /** The user's shell; without one there is nothing to ask. */
  readonly shell: string | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
}

const names = ['SSH_AUTH_SOCK', 'PATH'] as const;
const largest = 1_048_576;

/**
 * Asks the user's login shell for the environment a terminal would have. Start-up files may print anything, so the
 * answer stands between marks nobody can guess; they may hang, so there is a deadline; they may start programs that
 * keep the output open, so the last mark ends the reading. Whatever goes wrong, the answer is empty, not a failure.
 */
export function readLoginShellEnvironment({ shell, environment, deadlineMs, signal }: LoginShellOptions): Promise<LoginShellEnvironment> {
  if (!shell || process.platform === 'win32' || signal.aborted) return Promise.resolve({});
  const mark = `causeway-${randomBytes(12).toString('hex')}`;
  const { promise, resolve } = Promise.withResolvers<LoginShellEnvironment>();
  const child = startShell(shell, mark, environment);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  let output = '';

  const end = (found: LoginShellEnvironment): void => {
    limit.removeEventListener('abort', giveUp);
    child.stdout?.destroy();
    child.unref();
    resolve(found);
  };
  const giveUp = (): void => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child, 'SIGKILL');
    end({});
  };
  limit.addEventListener('abort', giveUp, { once: true });
  child.on('error', giveUp);
  child.stdout?.setEncoding('utf8').on('end', giveUp);
  child.stdout?.on('data', (chunk: string) => {
    output += chunk;
    const found = readMarked(output, mark);
    // On success nothing is killed: what the start-up files began, an agent perhaps, is there to stay.
    if (found) end(found);
    else if (output.length > largest) giveUp();
  });
  return promise;
}

function startShell(shell: string, mark: string, environment: LoginShellOptions['environment']): ChildProcess {
  // Understood by sh, bash, zsh, fish and csh alike.
  const command = `${names.map((name) => `echo; echo ${mark}; printenv ${name}; `).join('')}echo; echo ${mark}`;
  // csh takes -l only alone; what it needs is in the file it reads in any case.
  const options = /(?:^|\/)t?csh$/.test(shell) ? ['-i', '-c', command] : ['-i', '-l', '-c', command];
  return spawn(shell, options, {
    // A session of its own: an interactive shell would otherwise take the terminal we may have been started from.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...environment, TERM: 'dumb', CAUSEWAY_READS_ENVIRONMENT: '1' },
  });
}

function readMarked(output: string, mark: string): LoginShellEnvironment | undefined {
  const parts = output.split(new RegExp(`^${mark}\\r?\\n`, 'm'));
  if (parts.length < names.length + 2) return undefined;
  const values = names.map((name, index) => [name, parts[index + 1]?.trim() ?? ''] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== '' && !value.includes('\n')));
}
