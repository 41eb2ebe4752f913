import type { PendingSshQuestion, SshQuestion, SshReply } from '../contract/connection.ts';
import { sanitizeOutput, readLine, type Terminal } from '../command-line/terminal.ts';
import type { Reporter } from './reporter.ts';
import { headlessText } from './text.ts';

export interface AnswerQuestionsOptions {
  /** Fingerprint of a host key to trust without asking. */
  readonly hostKey: string | undefined;
  /** Undefined if there is no terminal. */
  readonly terminal: Omit<Terminal, 'signal'> | undefined;
  /** Whether this program could have a terminal. */
  readonly canAsk: boolean;
  readonly report: Pick<Reporter, 'print'>;
  readonly answer: (id: string, reply: SshReply) => unknown;
}

/** Creates a function that answers each open SSH question once. A cancelled question takes no more input. */
export function createQuestionAnswerer({
  hostKey,
  terminal,
  canAsk,
  report,
  answer,
}: AnswerQuestionsOptions): (open: readonly PendingSshQuestion[]) => void {
  const asked = new Map<string, AbortController>();

  const replyTo = (question: SshQuestion, signal: AbortSignal): SshReply | Promise<SshReply> => {
    if (question.kind === 'host-key' && hostKey !== undefined) {
      if (question.fingerprint === hostKey) return { kind: 'host-key', isTrusted: true };
      const message = headlessText.hostKeyDiffers.message(question.hop, question.fingerprint);
      const { remedy } = headlessText.hostKeyDiffers;
      report.print(`${message} ${remedy}`, { event: 'host-key-differs', message, remedy, fingerprint: question.fingerprint });
    }
    if (terminal) return askAtTerminal(question, { ...terminal, signal });
    report.print(headlessText.noTerminal(question.hop, question.kind, canAsk), { event: 'question', question });
    return { kind: 'given-up' };
  };
  const answerOne = async ({ id, question }: PendingSshQuestion): Promise<void> => {
    const withdrawn = new AbortController();
    asked.set(id, withdrawn);
    const reply = await replyTo(question, withdrawn.signal);
    if (!withdrawn.signal.aborted) answer(id, reply);
  };

  return (open) => {
    for (const [id, withdrawn] of asked) {
      if (open.some((question) => question.id === id)) continue;
      asked.delete(id);
      withdrawn.abort();
    }
    for (const question of open) if (!asked.has(question.id)) void answerOne(question);
  };
}

/** Asks an SSH question at the terminal. */
export async function askAtTerminal(question: SshQuestion, terminal: Terminal): Promise<SshReply> {
  switch (question.kind) {
    case 'host-key': {
      const { hop, address, keyType, fingerprint, randomart } = question;
      terminal.output.write(headlessText.hostKey.question(address, hop, keyType, fingerprint, randomart));
      const answer = await readLine(headlessText.hostKey.prompt, terminal, false);
      return { kind: 'host-key', isTrusted: answer.trim().toLowerCase() === 'yes' };
    }
    case 'passphrase':
      return toSecretReply(await readLine(headlessText.passphrase(question.keyFile, question.isAgain), terminal, true));
    case 'password':
      return toSecretReply(await readLine(headlessText.password(question.login, question.hop, question.isAgain), terminal, true));
    case 'prompts': {
      const { title, instructions, isAgain, hop } = question;
      if (isAgain) terminal.output.write(headlessText.promptsRejected(hop));
      if (title !== '' || instructions !== '') terminal.output.write(sanitizeOutput(`${title}\n${instructions}\n`));
      const answers: string[] = [];
      for (const { text, isSecret } of question.prompts) answers.push(await readLine(`${onOneLine(text)} `, terminal, isSecret));
      return { kind: 'prompts', answers };
    }
  }
}

function toSecretReply(secret: string): SshReply {
  return secret === '' ? { kind: 'given-up' } : { kind: 'secret', secret, keep: false };
}

function onOneLine(text: string): string {
  return sanitizeOutput(text).replaceAll(/\s+/g, ' ').trimEnd();
}
