import { plainConversationSettings } from '../../electron/contract/constants.ts';
import type { AnswerPart } from '../../electron/contract/answer.ts';
import type { ConversationChange, StoredMessage } from '../../electron/contract/history.ts';
import { openHistory, type AnswerEnd, type History } from '../../electron/core/history/history.ts';
import { must } from './must.ts';

/** A conversation to write: a title and its turns. An answer is a text or its parts. */
export interface SeedConversation {
  readonly title: string;
  readonly turns?: readonly (readonly [question: string, answer: string | readonly AnswerPart[]])[];
  readonly model?: string;
  readonly change?: ConversationChange;
  /** Left out: today. */
  readonly daysAgo?: number;
}

/** Writes conversations into a profile folder before Causeway opens it, oldest first. No model is called. */
export async function seedConversations(profile: string, conversations: readonly SeedConversation[]): Promise<void> {
  let last = 0;
  let daysAgo = 0;
  const now = (): number => {
    last = Math.max(last + 1, Date.now()); // no two at the same time, which would leave their order open
    return last - daysAgo * 86_400_000;
  };
  const history = openHistory({ folder: profile, clock: { now }, onChange: () => undefined, onPurged: () => undefined });
  try {
    for (const conversation of conversations) {
      daysAgo = conversation.daysAgo ?? 0;
      await write(history, conversation);
    }
  } finally {
    await history.close();
  }
}

async function write(
  history: History,
  { title, turns = [['A question', 'An answer']], model = 'beta-4-scout', change }: SeedConversation,
): Promise<void> {
  const { id } = must(await history.begin({ kind: 'chat', title, settings: { ...plainConversationSettings, model } }));
  let parentId: string | null = null;
  for (const [question, answer] of turns) {
    const asked: StoredMessage = must(await history.add({ conversationId: id, parentId, role: 'user', text: question, attachments: [] }));
    const started: StoredMessage = must(
      await history.add({ conversationId: id, parentId: asked.id, role: 'assistant', model, mode: 'proxy' }),
    );
    const parts: readonly AnswerPart[] = typeof answer === 'string' ? [{ kind: 'text', text: answer }] : answer;
    must(await history.finish({ messageId: started.id, end: completeWith(parts) }));
    parentId = started.id;
  }
  if (change !== undefined) must(await history.change({ id, change }));
}

function completeWith(parts: readonly AnswerPart[]): AnswerEnd {
  const timings = { firstTokenMs: 100, totalMs: 1000, tokensPerSecond: 50, rateFrom: 'usage' } as const;
  const answer = { parts, finish: 'stop', usage: null, metrics: null, logprobs: null, timings, notes: [] } as const;
  return { state: 'complete', answer, failure: null, mode: 'proxy', request: null };
}
