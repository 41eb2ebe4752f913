import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { AnswerPart } from '../../electron/contract/answer.ts';
import type { ConversationChange, StoredMessage } from '../../electron/contract/history.ts';
import { openHistory, type AnswerEnd, type History } from '../../electron/core/history/history.ts';
import { must } from './must.ts';

/** What is to be kept: a title and its turns; an answer is text, or parts. */
export interface Kept {
  readonly title: string;
  readonly turns?: readonly (readonly [question: string, answer: string | readonly AnswerPart[]])[];
  readonly model?: string;
  readonly change?: ConversationChange;
}

/** Writes conversations into a profile folder before Causeway is opened on it, oldest first, as if they had been held; nobody waits for a model. */
export async function keep(profile: string, kept: readonly Kept[]): Promise<void> {
  const history = openHistory({ folder: profile, clock: { now: () => Date.now() }, onChange: () => undefined, onPurged: () => undefined });
  try {
    await write(history, kept);
  } finally {
    await history.close();
  }
}

async function write(history: History, kept: readonly Kept[]): Promise<void> {
  for (const { title, turns = [['A question', 'An answer']], model = 'beta-4-scout', change } of kept) {
    const { id } = must(await history.begin({ kind: 'chat', title, settings: { ...plainConversationSettings, model } }));
    let parentId: string | null = null;
    for (const [question, answer] of turns) {
      const asked: StoredMessage = must(await history.add({ conversationId: id, parentId, role: 'user', text: question, attachments: [] }));
      const begun: StoredMessage = must(
        await history.add({ conversationId: id, parentId: asked.id, role: 'assistant', model, mode: 'proxy' }),
      );
      must(
        await history.finish({ messageId: begun.id, end: endWith(typeof answer === 'string' ? [{ kind: 'text', text: answer }] : answer) }),
      );
      parentId = begun.id;
    }
    if (change !== undefined) must(await history.change({ id, change }));
  }
}

function endWith(parts: readonly AnswerPart[]): AnswerEnd {
  const timings = { firstTokenMs: 100, totalMs: 1000, tokensPerSecond: 50, rateFrom: 'usage' } as const;
  const answer = { parts, finish: 'stop', usage: null, metrics: null, logprobs: null, timings, notes: [] } as const;
  return { state: 'complete', answer, failure: null, mode: 'proxy', request: null };
}
