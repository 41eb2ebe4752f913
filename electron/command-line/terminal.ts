import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';
import { promisify } from 'node:util';

/** A terminal to ask questions at. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Cancels the question. Later input is not taken as its answer. */
  readonly signal: AbortSignal;
}

/** Asks for one line. Returns an empty string if the question is cancelled or the input ends. */
export async function readLine(prompt: string, { input, output, signal }: Terminal, isSecret: boolean): Promise<string> {
  const { createInterface } = await import('node:readline'); // most starts ask nothing
  await waitForForeground({ input, signal });
  if (signal.aborted) return '';
  output.write(prompt);
  // secret input is not echoed
  const echo = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output;
  const lines = createInterface({ input, output: echo, terminal: isTty(input) });
  return new Promise((resolve) => {
    let isAnswered = false;
    const withdraw = (): void => lines.close();
    signal.addEventListener('abort', withdraw, { once: true });
    lines.once('line', (line) => {
      isAnswered = true;
      resolve(line);
      lines.close();
    });
    // in raw mode, Ctrl+C is a key
    lines.once('SIGINT', () => {
      process.emit('SIGINT');
      lines.close();
    });
    lines.once('close', () => {
      signal.removeEventListener('abort', withdraw);
      if (isSecret) output.write('\n');
      if (!isAnswered) resolve('');
    });
  });
}

const ctrlC = 0x03;

/** Drops what the user types within some time, and what they typed before, because it can't answer a question that follows. */
export async function dropTyped({ input, signal }: Pick<Terminal, 'input' | 'signal'>, ms: number): Promise<void> {
  await waitForForeground({ input, signal });
  if (!isTty(input) || signal.aborted) return;
  const drop = (chunk: Buffer): void => {
    if (chunk.includes(ctrlC)) process.emit('SIGINT');
  };
  input.setRawMode(true); // an unfinished line is dropped too
  input.on('data', drop);
  input.resume(); // an earlier question has paused it
  await delay(ms, undefined, { signal }).catch(() => undefined);
  input.off('data', drop);
  input.pause();
  input.setRawMode(false);
}

const foregroundPollMs = 500;

/** Waits while the program runs in the background of its terminal (`&`), because the system stops it there if it reads. */
async function waitForForeground({ input, signal }: Pick<Terminal, 'input' | 'signal'>): Promise<void> {
  while (input === process.stdin && isTty(input) && !signal.aborted && !(await isInForeground()))
    await delay(foregroundPollMs, undefined, { signal }).catch(() => undefined);
}

/** Returns whether the terminal takes input for this process. Returns true if the platform can't tell. */
async function isInForeground(): Promise<boolean> {
  if (process.platform === 'win32') return true;
  try {
    const [group, foreground] = await readProcessGroups();
    return group === foreground;
  } catch {
    return true;
  }
}

/** Returns this process's group and the one in the foreground of its terminal. */
async function readProcessGroups(): Promise<readonly (string | undefined)[]> {
  if (process.platform === 'linux') {
    const stat = await readFile('/proc/self/stat', 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' '); // the name before may have spaces
    return [fields[2], fields[5]];
  }
  const { execFile } = await import('node:child_process');
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pgid=,tpgid=', '-p', String(process.pid)]);
  return stdout.trim().split(/\s+/);
}

function isTty(input: NodeJS.ReadableStream): input is ReadStream {
  return 'isTTY' in input && input.isTTY === true;
}

/** Removes control characters from untrusted text before it is printed, except line breaks and tabs. */
export function sanitizeOutput(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, ' ');
}
