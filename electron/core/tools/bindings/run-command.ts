import type { ChildProcess, SpawnOptions } from 'node:child_process';
import spawn from 'cross-spawn';
import { ok, type Result } from '../../../contract/failure.ts';
import { fail, stoppedByUser } from '../../../contract/failures/fail.ts';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { toolsText } from '../text.ts';
import { makeScratchFolder } from './process-environment.ts';
import { killGroup } from '../../shared/process-group.ts';
import type { ToolResult } from './run-http.ts';

export interface CommandOptions {
  readonly argv: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
  readonly limitMs?: number;
  readonly limitBytes?: number;
}

/** How long a program may take to end after SIGTERM and after SIGKILL, and its output after its own end. */
const killAfterMs = 1000;

type End =
  | { readonly kind: 'exit'; readonly code: number | null; readonly signal: string | null }
  | { readonly kind: 'not-started'; readonly error: Error };

/** Runs a program without a shell and returns its output. When it ends, its children are ended, or at least not waited for. */
export async function runCommand({
  argv: [program = '', ...words],
  environment,
  signal,
  limitMs = 60_000,
  limitBytes = 1_000_000,
}: CommandOptions): Promise<Result<ToolResult>> {
  const { folder, remove } = await makeScratchFolder();
  try {
    if (signal.aborted) return stoppedByUser;
    const options: SpawnOptions = {
      cwd: folder,
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: process.platform !== 'win32', // its own group, so that its children can be ended with it
      windowsHide: true,
      shell: false,
    };
    if (isUnsafe(program, words, options)) return fail('tool-argument-unsafe', { program });
    const child: ChildProcess = spawn(program, words, options);
    const { promise: ending, resolve } = Promise.withResolvers<End>();
    child.on('error', (error) => resolve({ kind: 'not-started', error }));
    let hardKill: NodeJS.Timeout | undefined;
    let closing: NodeJS.Timeout | undefined;
    const end = (): void => {
      if (hardKill) return;
      killGroup(child, 'SIGTERM');
      hardKill = setTimeout(() => {
        killGroup(child, 'SIGKILL');
        hardKill = setTimeout(abandon, killAfterMs);
      }, killAfterMs);
    };
    /** Stops waiting for a program that can't be killed, because it runs as another user (sudo) or is stuck in the system. */
    const abandon = (): void => {
      closePipes();
      child.unref();
      resolve({ kind: 'exit', code: null, signal: null });
    };
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, limitMs);
    signal.addEventListener('abort', end, { once: true });

    const output = { stdout: [] as Buffer[], stderr: [] as Buffer[] };
    let size = 0;
    const closePipes = (): void => [child.stdout, child.stderr].forEach((pipe) => pipe?.destroy());
    const collect = (where: Buffer[]) => (piece: Buffer) => {
      if (size < limitBytes) where.push(piece.subarray(0, limitBytes - size));
      size += piece.length;
      if (size <= limitBytes) return;
      end();
      closePipes();
    };
    // without a free file descriptor, there are no pipes
    child.stdout?.on('data', collect(output.stdout));
    child.stderr?.on('data', collect(output.stderr));
    /** Closes the pipes after a turn of the event loop that found nothing to read. */
    const closeOnceRead = (sizeBefore: number): void => void setImmediate(() => (size === sizeBefore ? closePipes() : closeOnceRead(size)));

    // a remaining child would keep the pipes open, and "close" would never come
    child.once('exit', () => {
      clearTimeout(timer);
      clearTimeout(hardKill);
      killGroup(child, 'SIGKILL');
      // for a child that has left the group; this thread may have been too busy to read what is there already
      closing = setTimeout(() => closeOnceRead(size), killAfterMs);
    });
    child.once('close', (code, by) => resolve({ kind: 'exit', code, signal: by }));
    const ended = await ending;
    clearTimeout(timer);
    clearTimeout(hardKill);
    clearTimeout(closing);
    signal.removeEventListener('abort', end);

    if (signal.aborted) return stoppedByUser;
    if (isLate) return fail('tool-command-timeout', { seconds: limitMs / 1000 });
    if (ended.kind === 'not-started') return notStarted(program, ended.error);
    const printed = { stdout: Buffer.concat(output.stdout).toString(), stderr: Buffer.concat(output.stderr).toString() };
    return ok(describe(ended, printed, size > limitBytes));
  } catch (error) {
    return notStarted(program, error);
  } finally {
    await remove();
  }
}

/** Returns what is started for a command: on Windows cmd.exe for a batch file. */
export function parseCommand(
  program: string,
  words: readonly string[],
  options: SpawnOptions,
): { readonly command: string; readonly args: readonly string[]; readonly options: SpawnOptions } {
  return spawn._parse(program, words, options);
}

/**
 * Returns whether a word could start another program. A batch file (npx, conda) runs in cmd.exe, which reads the words again when the file
 * passes them on. Then a quotation mark ends the quotes that make the other characters harmless.
 */
export function isUnsafe(program: string, words: readonly string[], options: SpawnOptions): boolean {
  const isBatchFile = parseCommand(program, words, options).options.windowsVerbatimArguments === true;
  return isBatchFile && words.some((word) => /["\r\n]/.test(word));
}

function describe(
  { code, signal }: Extract<End, { kind: 'exit' }>,
  { stdout, stderr }: { readonly stdout: string; readonly stderr: string },
  isCut: boolean,
): ToolResult {
  if (isCut) return { text: `${stdout}${stderr}\n${toolsText.outputCut}`, isError: true };
  if (code === 0) return { text: stdout === '' ? stderr : stdout, isError: false };
  const how = code === null ? toolsText.killed(signal) : toolsText.exitCode(code);
  const parts = [how, stdout, stderr].filter((part) => part !== '');
  return { text: parts.join('\n'), isError: true };
}

function notStarted(program: string, error: unknown): Result<never> {
  const code = errorCode(error);
  if (code === 'ENOENT') return fail('tool-program-not-found', { program });
  if (code === 'EACCES') return fail('tool-program-not-allowed', { program });
  return fail('tool-program-not-started', { program, detail: errorMessage(error) });
}
