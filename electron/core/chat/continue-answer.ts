import type { TurnStarted } from '../../contract/chat-turn.ts';
import type { Parameters } from '../../contract/conversation.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Conversation, StoredAnswer, StoredMessage } from '../../contract/history.ts';
import type { ActiveTurns } from './active-turns.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { generateAnswer, type AnswerRequest } from './generate-answer.ts';
import { lastWords } from './merge-continuation.ts';
import { toolCallsIn } from './run-turn.ts';
import type { Token } from '../../contract/tokens.ts';
import type { History } from '../history/history.ts';

/** Continues an answer that was cut off, in the same message. */
export async function continueAnswer(
  chat: ChatDependencies,
  turns: ActiveTurns,
  message: StoredMessage,
  conversation: Conversation,
): Promise<Result<TurnStarted>> {
  const { history, emit } = chat;
  if (message.role !== 'assistant' || conversation.kind === 'notebook' || !canContinue(message)) {
    return fail('answer-already-complete');
  }
  const text = message.answer.parts.findLast((part) => part.kind === 'text')?.text ?? '';
  if (text.trim() === '') return fail('answer-without-text');
  const path = await history.path(message.id);
  if (!path.ok) return path;
  const logprobs = await readAllTokens(history, message);
  if (!logprobs.ok) return logprobs;
  const { systemPrompt, parameters } = conversation.settings;
  const tail = lastWords(text);
  return turns.start(conversation.id, async (turn) => {
    const resumed = await history.resume(message.id);
    if (!resumed.ok) return resumed;
    emit('chat.message', resumed.value);
    const request: AnswerRequest = {
      systemPrompt,
      path: path.value,
      continuationPrompt: continuationPrompt(tail),
      tools: [],
      parameters: extendTokenLimit(tail, parameters),
    };
    return ok({
      messageId: message.id,
      work: async () =>
        void (await generateAnswer(chat, turn, { ...resumed.value, answer: { ...message.answer, logprobs: logprobs.value } }, request)),
    });
  });
}

function continuationPrompt(tail: string): string {
  return `Your last answer was cut off. It ended with “${tail}”. Begin with these very words and go on from there: no introduction, and nothing else twice.`;
}

/**
 * Removes the tool choice, because no tools are offered for the rest of a text. Raises the token limit by the repeated words, because
 * they are in the answer already. A token is at least one character.
 */
function extendTokenLimit(tail: string, { toolChoice: _choice, maxTokens, ...rest }: Parameters): Parameters {
  return maxTokens === undefined ? rest : { ...rest, maxTokens: maxTokens + tail.length };
}

/** Returns whether the answer was cut off. One with tool calls continues with their results instead. */
function canContinue({ state, answer }: StoredAnswer): boolean {
  if (state === 'running' || toolCallsIn(answer).length > 0) return false;
  return state !== 'complete' || answer.finish === 'length' || answer.finish === 'aborted';
}

/** The history's largest page. */
const pageSize = 20_000;

/** Reads all tokens of an answer, or null if it has none. */
export async function readAllTokens(history: History, { id, answer }: StoredAnswer): Promise<Result<readonly Token[] | null>> {
  if (answer.tokenCount === undefined) return ok(null);
  const tokens: Token[] = [];
  for (;;) {
    const page = await history.tokens({ messageId: id, from: tokens.length, limit: pageSize, withAlternatives: true });
    if (!page.ok) return page;
    for (const token of page.value.tokens) tokens.push(token);
    if (page.value.tokens.length === 0 || tokens.length >= page.value.total) return ok(tokens);
  }
}
