import type { Begun, CompletionTurn } from '../../contract/exchange.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Conversation } from '../../contract/history.ts';
import { noCompletions } from '../service/service.ts';
import { chooseModel } from './choose-model.ts';
import { openAnswer } from './converse.ts';
import { fillAnswer } from './fill-answer.ts';
import { firstWords } from './first-words.ts';
import { launch } from './launch.ts';
import { readOfKind } from './read-of-kind.ts';
import type { Runs } from './runs.ts';
import type { ChatSetting } from './setting.ts';

/** Goes on with a text; what can't be asked at all is refused before anything is kept. */
export async function complete(setting: ChatSetting, runs: Runs, turn: CompletionTurn): Promise<Result<Begun>> {
  const { history, emit } = setting;
  const { prompt, settings } = turn;
  const { model } = settings;
  if (model === null) return failed('invalid-input', 'No model is chosen.', 'Choose one first.');
  const checked = await checkWay(setting, model);
  if (!checked.ok) return checked;
  const conversation = await conversationOf(setting, turn);
  if (!conversation.ok) return conversation;
  const { id: conversationId } = conversation.value;

  return launch(setting, runs, conversationId, async (run) => {
    const stretch = await history.open(conversationId, null, 1);
    if (!stretch.ok) return stretch;
    const parentId = stretch.value.messages.at(-1)?.id ?? null;
    const added = await history.add({ conversationId, parentId, role: 'user', text: prompt, attachments: [] });
    if (!added.ok) return added;
    emit('chat.message', added.value);
    const opened = await openAnswer(setting, conversationId, added.value.id, model);
    if (!opened.ok) return opened;
    const question = { kind: 'completion', prompt, parameters: settings.parameters } as const;
    return ok({ messageId: opened.value.id, work: async () => void (await fillAnswer(setting, run, opened.value, question)) });
  });
}

async function conversationOf({ history }: ChatSetting, turn: CompletionTurn): Promise<Result<Conversation>> {
  const { conversationId, prompt, settings, folder } = turn;
  if (conversationId === null) return history.begin('completion', firstWords(prompt) || 'Untitled', settings, folder);
  const found = await readOfKind(history, conversationId, 'completion');
  return found.ok ? history.change(conversationId, { settings }) : found;
}

/** Another way to go on with the same text. */
export async function completeAgain(
  setting: ChatSetting,
  runs: Runs,
  { id: conversationId, settings }: Conversation,
  parentId: string,
  model: string,
): Promise<Result<Begun>> {
  const checked = await checkWay(setting, model);
  if (!checked.ok) return checked;
  const parent = await setting.history.message(parentId);
  if (!parent.ok) return parent;
  const prompt = parent.value.role === 'user' ? parent.value.text : '';
  return launch(setting, runs, conversationId, async (run) => {
    const opened = await openAnswer(setting, conversationId, parentId, model);
    if (!opened.ok) return opened;
    const question = { kind: 'completion', prompt, parameters: settings.parameters } as const;
    return ok({ messageId: opened.value.id, work: async () => void (await fillAnswer(setting, run, opened.value, question)) });
  });
}

async function checkWay({ reach }: ChatSetting, modelId: string): Promise<Result<undefined>> {
  const reached = await reach();
  if (!reached.ok) return reached;
  const { mode, models } = reached.value;
  if (mode === 'proxy') return { ok: false, failure: noCompletions };
  const chosen = chooseModel(models, modelId, mode, 'completion');
  return chosen.ok ? ok(undefined) : chosen;
}
