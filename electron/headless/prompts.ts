import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Question, Reply } from '../contract/question.ts';
import { printable } from './printable.ts';

/** Where questions can be asked. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Withdraws the question: what is typed from then on is not an answer to it. */
  readonly signal: AbortSignal;
}

/** Puts a question of the tunnel to the person at the terminal. */
export async function askAtTerminal(question: Question, terminal: Terminal): Promise<Reply> {
  switch (question.kind) {
    case 'host-key': {
      const { hop, address, keyType, fingerprint, randomart } = question;
      terminal.output.write(
        `\n${address} (${hop}) has not been met before. Compare its ${keyType} fingerprint with the one your cloud's console shows:\n\n  ${fingerprint}\n\n${randomart}\n\n`,
      );
      const answer = await readLine('Is it the same? Type yes to connect: ', terminal, false);
      return { kind: 'host-key', isTrusted: answer.trim().toLowerCase() === 'yes' };
    }
    case 'passphrase':
      return secretOf(
        await readLine(`${question.isAgain ? 'The last one did not unlock it. ' : ''}Passphrase of ${question.keyFile}: `, terminal, true),
      );
    case 'password':
      return secretOf(
        await readLine(
          `${question.isAgain ? 'The last one was not accepted. ' : ''}Password of ${question.login} on ${question.hop}: `,
          terminal,
          true,
        ),
      );
    case 'prompts': {
      const { title, instructions, isAgain, hop } = question;
      if (isAgain) terminal.output.write(`${hop} did not accept that. A one-time code may have run out: take a fresh one.\n`);
      if (title !== '' || instructions !== '') terminal.output.write(printable(`${title}\n${instructions}\n`));
      const answers: string[] = [];
      for (const { text, isSecret } of question.prompts) answers.push(await readLine(`${onOneLine(text)} `, terminal, isSecret));
      return { kind: 'prompts', answers };
    }
  }
}

function secretOf(secret: string): Reply {
  return secret === '' ? { kind: 'given-up' } : { kind: 'secret', secret, keep: false };
}

function onOneLine(text: string): string {
  return printable(text).replaceAll(/\s+/g, ' ').trimEnd();
}

/** What is typed after a prompt; empty where it is withdrawn. */
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
