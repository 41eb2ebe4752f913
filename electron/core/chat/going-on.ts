import type { Parameters } from '../../contract/conversation.ts';
import type { Begun } from '../../contract/exchange.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Conversation, StoredAnswer, StoredMessage } from '../../contract/history.ts';
import { callsOf } from './converse.ts';
import { fillAnswer } from './fill-answer.ts';
import { launch } from './launch.ts';
import { outgoing } from './outgoing.ts';
import type { Runs } from './runs.ts';
import type { ChatSetting } from './setting.ts';
import { tailOf } from './splice.ts';

/** Has more of an answer that was cut off, in the same message. */
export async function goOn(setting: ChatSetting, runs: Runs, message: StoredMessage, conversation: Conversation): Promise<Result<Begun>> {
  const { history, emit } = setting;
  if (message.role !== 'assistant' || conversation.kind === 'completion' || !canGoOn(message)) {
    return failed('invalid-input', 'There is nothing to go on with: this answer is complete.', 'Write a message below it.');
  }
  const said = message.answer.parts.findLast((part) => part.kind === 'text')?.text ?? '';
  if (said.trim() === '') {
    return failed('invalid-input', 'No word of the answer had come yet.', 'Ask for it again, with a higher limit of tokens.');
  }
  const path = await history.path(message.id);
  if (!path.ok) return path;
  const { systemPrompt, parameters: set } = conversation.settings;
  const tail = tailOf(said);
  return launch(setting, runs, conversation.id, async (run) => {
    const resumed = await history.resume(message.id);
    if (!resumed.ok) return resumed;
    emit('chat.message', resumed.value);
    const messages = [...outgoing(path.value, systemPrompt), { role: 'user', text: askForMore(tail) } as const];
    const question = { kind: 'chat', messages, tools: [], parameters: withRoomFor(tail, set), continues: true } as const;
    return ok({
      messageId: message.id,
      work: async () => void (await fillAnswer(setting, run, { ...resumed.value, answer: message.answer }, question)),
    });
  });
}

/** Asked of a model, and never kept, to have more of its answer. */
function askForMore(tail: string): string {
  return `Your last answer was cut off. It ended with “${tail}”. Begin with these very words and go on from there: no introduction, and nothing else twice.`;
}

/**
 * No tools are offered: it is the text that goes on. The words it begins with are there already, so they must not use up
 * the limit: a token is a letter at the least, and with a small limit nothing new would come.
 */
function withRoomFor(tail: string, { toolChoice: _choice, maxTokens, ...rest }: Parameters): Parameters {
  return maxTokens === undefined ? rest : { ...rest, maxTokens: maxTokens + tail.length };
}

/** Cut by its length, or by anything but the model's own end; an answer with calls goes on with their results instead. */
function canGoOn({ state, answer }: StoredAnswer): boolean {
  if (state === 'running' || callsOf(answer).length > 0) return false;
  return state !== 'complete' || answer.finish === 'length' || answer.finish === 'aborted';
}
