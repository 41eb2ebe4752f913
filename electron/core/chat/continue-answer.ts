import type { Parameters } from '../../contract/conversation.ts';
import type { RunStarted } from '../../contract/chat-turn.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Conversation, StoredAnswer, StoredMessage } from '../../contract/history.ts';
import { toolCallsIn } from './run-turn.ts';
import { generateAnswer } from './generate-answer.ts';
import { startRun } from './start-run.ts';
import { buildMessages } from './build-messages.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { lastWords } from './overlap.ts';

/** Has more of an answer that was cut off, in the same message. */
export async function continueAnswer(
  setting: ChatDependencies,
  runs: ActiveRuns,
  message: StoredMessage,
  conversation: Conversation,
): Promise<Result<RunStarted>> {
  const { history, emit } = setting;
  if (message.role !== 'assistant' || conversation.kind === 'completion' || !canContinue(message)) {
    return failed('invalid-input', 'There is nothing to go on with: this answer is complete.', 'Write a message below it.');
  }
  const said = message.answer.parts.findLast((part) => part.kind === 'text')?.text ?? '';
  if (said.trim() === '') {
    return failed('invalid-input', 'No word of the answer had come yet.', 'Ask for it again, with a higher limit of tokens.');
  }
  const path = await history.path(message.id);
  if (!path.ok) return path;
  const { systemPrompt, parameters: set } = conversation.settings;
  const tail = lastWords(said);
  return startRun(setting, runs, conversation.id, async (run) => {
    const resumed = await history.resume(message.id);
    if (!resumed.ok) return resumed;
    emit('chat.message', resumed.value);
    const messages = [...buildMessages(path.value, systemPrompt), { role: 'user', text: continuationPrompt(tail) } as const];
    const question = { kind: 'chat', messages, tools: [], parameters: extendTokenLimit(tail, set), continues: true } as const;
    return ok({
      messageId: message.id,
      work: async () => void (await generateAnswer(setting, run, { ...resumed.value, answer: message.answer }, question)),
    });
  });
}

/** Asked of a model, and never kept, to have more of its answer. */
function continuationPrompt(tail: string): string {
  return `Your last answer was cut off. It ended with “${tail}”. Begin with these very words and go on from there: no introduction, and nothing else twice.`;
}

/**
 * No tools are offered: it is the text that goes on. The words it begins with are there already, so they must not use up
 * the limit: a token is a letter at the least, and with a small limit nothing new would come.
 */
function extendTokenLimit(tail: string, { toolChoice: _choice, maxTokens, ...rest }: Parameters): Parameters {
  return maxTokens === undefined ? rest : { ...rest, maxTokens: maxTokens + tail.length };
}

/** Cut by its length, or by anything but the model's own end; an answer with calls goes on with their results instead. */
function canContinue({ state, answer }: StoredAnswer): boolean {
  if (state === 'running' || toolCallsIn(answer).length > 0) return false;
  return state !== 'complete' || answer.finish === 'length' || answer.finish === 'aborted';
}
