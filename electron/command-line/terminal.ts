import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

/** Where questions can be asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Withdraws the question: what is typed from then on is not an answer to it. */
  readonly signal: AbortSignal;
}

/** Asks for one line; nothing if the question is withdrawn or the input ends. */
export function readLine(prompt: string, { input, output, signal }: Terminal, isSecret: boolean): Promise<string> {
  if (signal.aborted) return Promise.resolve('');
  output.write(prompt);
  // what is typed goes nowhere while it is secret
  const echo = isSecret ? new Writable({ write: (_chunk, _encoding, done) => done() }) : output;
  const lines = createInterface({ input, output: echo, terminal: 'isTTY' in input && input.isTTY === true });
  return new Promise((resolve) => {
    let isAnswered = false;
    const withdraw = (): void => lines.close();
    signal.addEventListener('abort', withdraw, { once: true });
    lines.once('line', (line) => {
      isAnswered = true;
      resolve(line);
      lines.close();
    });
    lines.once('close', () => {
      signal.removeEventListener('abort', withdraw);
      if (isSecret) output.write('\n');
      if (!isAnswered) resolve('');
    });
  });
}

/** Words of a server or a file for a terminal, which they must not be able to steer; line breaks and tabs stay. */
export function sanitizeOutput(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu, ' ');
}
