import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { killGroup } from './process-group.ts';

/** Variables that a program started from the desktop may lack. */
export interface LoginShellEnvironment {
  readonly SSH_AUTH_SOCK?: string;
  readonly PATH?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** How long a shell may take, and after how long a failed one is started again at first. */
const usualLimits = { timeoutMs: 5000, retryAfterMs: 15_000 };

/**
 * Returns a function that reads the environment of the user's login shell until it has succeeded once. A failure is not kept,
 * because a shell that is too slow after the computer's start may be fast enough later. One that is always too slow is started ever
 * more rarely.
 */
export function createLoginShellReader(
  environment: Environment,
  { timeoutMs, retryAfterMs } = usualLimits,
): () => Promise<LoginShellEnvironment> {
  let cached: ReturnType<typeof readLoginShellEnvironment> | undefined;
  let retryAt = 0;
  let nextDelayMs = retryAfterMs;
  return async () => {
    if (performance.now() < retryAt) return {};
    const attempt = (cached ??= readLoginShellEnvironment(environment, timeoutMs));
    const result = await attempt;
    if (!result && cached === attempt) {
      cached = undefined;
      retryAt = performance.now() + nextDelayMs;
      nextDelayMs *= 2;
    }
    return result ?? {};
  };
}

const variableNames = ['SSH_AUTH_SOCK', 'PATH'] as const;
const maxOutputLength = 1_048_576;

/**
 * Reads the environment of the user's login shell. Start-up files may print anything, so the values stand between random
 * markers. They may hang, so there is a timeout. They may start programs that keep the output open, so reading ends at the last
 * marker. Returns undefined on any error.
 */
export function readLoginShellEnvironment(environment: Environment, timeoutMs: number): Promise<LoginShellEnvironment | undefined> {
  const shell = environment['SHELL'];
  if (!shell || process.platform === 'win32') return Promise.resolve(undefined);
  const marker = `causeway-${randomBytes(12).toString('hex')}`;
  const { promise, resolve } = Promise.withResolvers<LoginShellEnvironment | undefined>();
  const child = startShell(shell, marker, environment);
  let output = '';

  const finish = (result?: LoginShellEnvironment): void => {
    clearTimeout(timer);
    child.stdout?.destroy();
    child.unref();
    resolve(result);
  };
  const fail = (): void => {
    if (child.exitCode === null && child.signalCode === null) killGroup(child, 'SIGKILL');
    finish();
  };
  const timer = setTimeout(fail, timeoutMs).unref();
  child.on('error', fail);
  child.stdout?.setEncoding('utf8').on('end', fail);
  child.stdout?.on('data', (chunk: string) => {
    output += chunk;
    const result = parseOutput(output, marker);
    // Nothing is killed on success, because start-up files may have started an agent that should stay.
    if (result) finish(result);
    else if (output.length > maxOutputLength) fail();
  });
  return promise;
}

function startShell(shell: string, mark: string, environment: Environment): ChildProcess {
  // Works in sh, bash, zsh, fish and csh.
  const command = `${variableNames.map((name) => `echo; echo ${mark}; printenv ${name}; `).join('')}echo; echo ${mark}`;
  // csh accepts -l only on its own. It reads the relevant file anyway.
  const options = /(?:^|\/)t?csh$/.test(shell) ? ['-i', '-c', command] : ['-i', '-l', '-c', command];
  return spawn(shell, options, {
    // In its own session, because an interactive shell would otherwise take over our terminal.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { ...environment, TERM: 'dumb', CAUSEWAY_READS_ENVIRONMENT: '1' },
  });
}

function parseOutput(output: string, mark: string): LoginShellEnvironment | undefined {
  const parts = output.split(new RegExp(`^${mark}\\r?\\n`, 'm'));
  if (parts.length < variableNames.length + 2) return undefined;
  const values = variableNames.map((name, index) => [name, parts[index + 1]?.trim() ?? ''] as const);
  return Object.fromEntries(values.filter(([, value]) => value !== '' && !value.includes('\n')));
}
