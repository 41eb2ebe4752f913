import { Writable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { ReadStream } from 'node:tty';

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

function isTty(input: NodeJS.ReadableStream): input is ReadStream {
  return 'isTTY' in input && input.isTTY === true;
}

/** Removes control characters from untrusted text before it is printed, except line breaks and tabs. */
export function sanitizeOutput(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, ' ');
}
