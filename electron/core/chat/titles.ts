import type { Message } from '../../contract/conversation.ts';
import type { StoredAnswer } from '../../contract/history.ts';
import { toolCallsIn } from './run-turn.ts';
import { chooseModel } from './choose-model.ts';
import { titleFromText } from './title-from-text.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

const request =
  'Give this conversation a title of at most six words, in the language it is held in. Answer with the title alone: no quotes, no full stop.';

/** Enough to know what it is about. */
const enough = 2000;

/** Asks the model that answered first for a title; whatever goes wrong, the first words stay the title. */
export async function makeTitle(setting: ChatDependencies, answered: StoredAnswer, signal: AbortSignal): Promise<void> {
  const { history, reach } = setting;
  if (!setting.makesTitles() || answered.state !== 'complete' || signal.aborted) return;
  const exchange = await firstExchange(setting, answered);
  if (!exchange) return;
  const reached = await reach();
  if (!reached.ok || signal.aborted) return;
  const { client, mode, models } = reached.value;
  const model = chooseModel(models, answered.model, mode, 'chat');
  if (!model.ok) return;
  const { reasoning, reasoningEffort } = model.value.capabilities;
  const parameters = { maxTokens: reasoning ? 1000 : 40, ...(reasoningEffort ? { reasoningEffort: 'low' as const } : {}) };
  const messages: readonly Message[] = [...exchange, { role: 'user', text: request }];
  const { answer, failure } = await client.chat({ model: model.value, messages, parameters }, { mode, signal }, () => undefined);
  if (failure) return;
  const title = cleanTitle(answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join(''));
  if (title !== '') await history.suggestTitle(answered.conversationId, title);
}

/** The title as a person would write it: models like to decorate. */
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

/** The opening of a conversation that still has its first title; undefined where it has gone on from there. */
async function firstExchange({ history }: ChatDependencies, answered: StoredAnswer): Promise<readonly Message[] | undefined> {
  const path = await history.path(answered.id);
  const conversation = await history.read(answered.conversationId);
  if (!path.ok || !conversation.ok || conversation.value.isNamedByUser) return undefined;
  const asked = path.value.filter((message) => message.role === 'user');
  const answers = path.value.filter((message) => message.role === 'assistant' && toolCallsIn(message.answer).length === 0);
  const [question] = asked;
  if (!question || asked.length > 1 || answers.length > 1) return undefined;
  if (conversation.value.title !== firstTitle(question)) return undefined; // it has a better one
  const said = answered.answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n\n');
  return [
    { role: 'user', text: question.text.slice(0, enough) },
    { role: 'assistant', parts: [{ kind: 'text', text: said.slice(0, enough) }] },
  ];
}

/** The title a conversation has until a better one is found. */
export function firstTitle(asked: { readonly text: string; readonly attachments: readonly { readonly name: string }[] }): string {
  return titleFromText(asked.text) || titleFromText(asked.attachments[0]?.name ?? '') || 'Untitled';
}
