import { onTestFinished } from 'vitest';
import { plainConversationSettings } from '../../../electron/contract/constants.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import type { Answer, AnswerPart } from '../../../electron/contract/answer.ts';
import type { Conversation, StoredMessage } from '../../../electron/contract/history.ts';
import type { SearchHit, SearchRequest } from '../../../electron/contract/search.ts';
import { openHistory, type AnswerEnd, type History, type HistoryOptions } from '../../../electron/core/history/history.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { must } from '../../support/must.ts';

/** A history with its own clock, which `wait` moves, and a record of its events. */
export type TestHistory = Awaited<ReturnType<typeof openTestHistory>>;

/** Opens a history in the given folder, or in one that is removed after the test. */
export async function openTestHistory(options: Partial<HistoryOptions> = {}) {
  const folder = options.folder ?? (await temporaryFolder());
  let now = Date.UTC(2026, 0, 5, 12);
  const changed: Conversation[] = [];
  const purged: string[] = [];
  const failures: Failure[] = [];
  const bugs: unknown[] = [];
  const history = openHistory({
    clock: { now: () => now },
    onChange: (conversations) => void changed.push(...conversations),
    onPurged: (ids) => void purged.push(...ids),
    onProblem: (failure) => void failures.push(failure),
    onBug: (error) => void bugs.push(error),
    ...options,
    folder,
  });
  onTestFinished(() => history.close());
  return { history, folder, changed, purged, failures, bugs, wait: (ms: number) => void (now += ms) };
}

/** Returns a complete answer with these parts. */
export function answerOf(parts: readonly AnswerPart[], change: Partial<Answer> = {}): Answer {
  return {
    parts,
    finish: 'stop',
    usage: null,
    metrics: null,
    logprobs: null,
    timings: { firstTokenMs: 100, totalMs: 1000, tokensPerSecond: 50, rateFrom: 'usage' },
    notes: [],
    ...change,
  };
}

/** Returns the end of a plain text answer. */
export function endWith(text: string, change: Partial<AnswerEnd> = {}): AnswerEnd {
  return { state: 'complete', answer: answerOf([{ kind: 'text', text }]), failure: null, mode: 'proxy', request: null, ...change };
}

/** Creates a conversation with questions and answers. Returns all messages in order. */
export async function converse(
  history: History,
  title: string,
  turns: readonly (readonly [question: string, answer: string])[],
  model = 'alpha-R1',
) {
  const conversation = must(await history.begin({ kind: 'chat', title, settings: { ...plainConversationSettings, model } }));
  const messages: StoredMessage[] = [];
  for (const [question, answer] of turns) {
    const { id: conversationId } = conversation;
    const asked = must(
      await history.add({ conversationId, parentId: messages.at(-1)?.id ?? null, role: 'user', text: question, attachments: [] }),
    );
    const begun = must(await history.add({ conversationId, parentId: asked.id, role: 'assistant', model, mode: 'proxy' }));
    messages.push(asked, must(await history.finish({ messageId: begun.id, end: endWith(answer) })));
  }
  return { conversation, messages };
}

/** Returns all hits. A page may end early if the search takes long. */
export async function find(history: History, text: string, change: Partial<SearchRequest> = {}): Promise<readonly SearchHit[]> {
  const hits: SearchHit[] = [];
  let cursor: string | undefined;
  do {
    const page = must(await history.search({ text, limit: 50, ...change, ...(cursor === undefined ? {} : { cursor }) }));
    hits.push(...page.hits);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  return hits;
}
