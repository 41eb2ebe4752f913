import type { SshQuestion, SshReply } from '../contract/ssh-question.ts';
import { sanitizeOutput } from '../command-line/sanitize-output.ts';
import { readLine, type Terminal } from '../command-line/read-line.ts';

/** Puts a question of the tunnel to the person at the terminal. */
export async function askAtTerminal(question: SshQuestion, terminal: Terminal): Promise<SshReply> {
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
      if (title !== '' || instructions !== '') terminal.output.write(sanitizeOutput(`${title}\n${instructions}\n`));
      const answers: string[] = [];
      for (const { text, isSecret } of question.prompts) answers.push(await readLine(`${onOneLine(text)} `, terminal, isSecret));
      return { kind: 'prompts', answers };
    }
  }
}

function secretOf(secret: string): SshReply {
  return secret === '' ? { kind: 'given-up' } : { kind: 'secret', secret, keep: false };
}

function onOneLine(text: string): string {
  return sanitizeOutput(text).replaceAll(/\s+/g, ' ').trimEnd();
}
