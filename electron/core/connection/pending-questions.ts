import { randomUUID } from 'node:crypto';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { PendingSshQuestion, SshQuestion, SshReply } from '../../contract/connection.ts';

export interface PendingQuestionsOptions {
  readonly onChange: (open: readonly PendingSshQuestion[]) => void;
  /** Called with every secret the user types, so that the log can mask it. */
  readonly onSecret: (secret: string) => void;
}

/** SSH questions that wait for the user. */
export type PendingQuestions = ReturnType<typeof createPendingQuestions>;

interface WaitingQuestion extends PendingSshQuestion {
  readonly settle: (reply: SshReply) => void;
}

/** Creates an empty list of questions. */
export function createPendingQuestions({ onChange, onSecret }: PendingQuestionsOptions) {
  const pending = new Map<string, WaitingQuestion>();
  const read = (): readonly PendingSshQuestion[] => [...pending.values()].map(({ id, question }) => ({ id, question }));

  return {
    read,
    /** Resolves with the user's reply, or with `given-up` if the signal aborts. */
    ask: (question: SshQuestion, signal: AbortSignal): Promise<SshReply> =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve({ kind: 'given-up' });
        const id = randomUUID();
        const settle = (reply: SshReply): void => {
          signal.removeEventListener('abort', withdraw);
          pending.delete(id);
          onChange(read());
          resolve(reply);
        };
        const withdraw = (): void => settle({ kind: 'given-up' });
        signal.addEventListener('abort', withdraw, { once: true });
        pending.set(id, { id, question, settle });
        onChange(read());
      }),
    /** Fails if the question is no longer pending or the reply has the wrong kind. */
    answer: (id: string, reply: SshReply): Result<undefined> => {
      const entry = pending.get(id);
      if (!entry) return fail('question-closed');
      if (!isReplyTo(entry.question, reply)) return fail('reply-of-wrong-kind');
      for (const secret of secretsIn(entry.question, reply)) onSecret(secret);
      entry.settle(reply);
      return ok(undefined);
    },
  };
}

function isReplyTo(question: SshQuestion, reply: SshReply): boolean {
  if (reply.kind === 'given-up') return true;
  switch (question.kind) {
    case 'host-key':
      return reply.kind === 'host-key';
    case 'passphrase':
    case 'password':
      return reply.kind === 'secret';
    case 'prompts':
      return reply.kind === 'prompts' && reply.answers.length === question.prompts.length;
  }
}

function secretsIn(question: SshQuestion, reply: SshReply): readonly string[] {
  if (reply.kind === 'secret') return [reply.secret];
  if (reply.kind !== 'prompts' || question.kind !== 'prompts') return [];
  return reply.answers.filter((_, index) => {
    const prompt = question.prompts[index];
    // A one-time code is often typed visibly, but it is a secret too.
    return prompt !== undefined && (prompt.isSecret || /code|one.?time|otp|token|\bpin\b/i.test(prompt.text));
  });
}
