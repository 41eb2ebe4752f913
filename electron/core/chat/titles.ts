import type { Message } from '../../contract/conversation.ts';
import type { StoredAnswer, StoredMessage } from '../../contract/history.ts';
import { toolCallsIn } from './run-turn.ts';
import { chooseModel } from '../llm-client/llm-client.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { untitled } from './text.ts';

const titlePrompt =
  'Give this conversation a title of at most six words, in the language it is held in. Answer with the title alone: no quotes, no full stop.';

/** This much of a message suffices to tell its topic. */
const maxExcerpt = 2000;
const maxTitle = 60;

/** Asks the model of the first answer for a title. On any failure the first words stay the title. */
export async function generateTitle(chat: ChatDependencies, answered: StoredAnswer, signal: AbortSignal): Promise<void> {
  const { history, reach } = chat;
  if (!chat.makesTitles() || answered.state !== 'complete' || signal.aborted) return;
  const exchange = await firstExchange(chat, answered);
  if (!exchange) return;
  const reached = await reach();
  if (!reached.ok || signal.aborted) return;
  const { client, mode, models } = reached.value;
  const model = chooseModel(models, answered.model, mode, 'chat');
  if (!model.ok) return;
  const { reasoning, reasoningEffort } = model.value.capabilities;
  const parameters = { maxTokens: reasoning ? 1000 : 40, ...(reasoningEffort ? { reasoningEffort: 'low' as const } : {}) };
  const messages: readonly Message[] = [...exchange, { role: 'user', text: titlePrompt }];
  const { answer, failure } = await client.chat({ model: model.value, messages, parameters }, { mode, signal }, () => undefined);
  if (failure || answer.finish === 'length') return; // it may have been cut off while it was thinking
  const title = cleanTitle(answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''));
  if (title !== '') await history.suggestTitle({ id: answered.conversationId, title });
}

/** Removes the decoration that models add to a title. */
export function cleanTitle(text: string): string {
  const line = text.split('\n').find((each) => each.trim() !== '') ?? '';
  const plain = line
    .trim()
    .replace(/^#+\s*/, '')
    .replace(/^\**(?:title|titel|titre|título|titolo)\**\s*:\s*/i, '')
    .replace(/^[*_`"'“”„«»‘’]+|[*_`"'“”«»‘’]+$/g, '')
    .replace(/(?<!\.)\.$/, '')
    .trim();
  return titleFromText(plain);
}

/** Returns the first exchange of a conversation, or undefined if it has more than one or a better title already. */
async function firstExchange({ history }: ChatDependencies, answered: StoredAnswer): Promise<readonly Message[] | undefined> {
  const path = await history.path(answered.id);
  const conversation = await history.read(answered.conversationId);
  if (!path.ok || !conversation.ok || conversation.value.isNamedByUser) return undefined;
  const questions = path.value.filter((message) => message.role === 'user');
  const answers = path.value.filter((message) => message.role === 'assistant' && toolCallsIn(message.answer).length === 0);
  const [question] = questions;
  if (!question || questions.length > 1 || answers.length > 1) return undefined;
  if (conversation.value.title !== firstTitle(question)) return undefined; // it has a better title already
  const answerText = answered.answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n\n');
  return [
    { role: 'user', text: question.text.slice(0, maxExcerpt) || firstTitle(question) },
    { role: 'assistant', parts: [{ kind: 'text', text: answerText.slice(0, maxExcerpt) }] },
  ];
}

/** Returns the title of a new conversation: the first words of its question, or the name of its first file. */
export function firstTitle({
  text,
  attachments,
  images = [],
}: Pick<Extract<StoredMessage, { role: 'user' }>, 'text' | 'attachments' | 'images'>): string {
  const [file] = [...attachments, ...images];
  return titleFromText(text) || titleFromText(file?.name ?? '') || untitled;
}

/** Returns the first words of a text as a title. */
export function titleFromText(text: string): string {
  const line = text.slice(0, 1000).replaceAll(/\s+/g, ' ').trim();
  const characters = Array.from(line); // by code point, because half a surrogate pair would be broken
  if (characters.length <= maxTitle) return line;
  const cut = characters.slice(0, maxTitle).join('');
  const space = cut.lastIndexOf(' ');
  return `${(space > maxTitle / 2 ? cut.slice(0, space) : cut).trimEnd()}…`;
}
