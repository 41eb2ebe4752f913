import type { RunStarted, CompletionTurn } from '../../contract/chat-turn.ts';
import { failed, ok, type Result } from '../../contract/failure.ts';
import type { Conversation } from '../../contract/history.ts';
import { noCompletions } from '../llm-client/llm-client.ts';
import { chooseModel } from './choose-model.ts';
import { addEmptyAnswer } from './run-turn.ts';
import { generateAnswer } from './generate-answer.ts';
import { titleFromText } from './title-from-text.ts';
import { startRun } from './start-run.ts';
import { readConversationOfKind } from './read-conversation-of-kind.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

/** Goes on with a text; what can't be asked at all is refused before anything is kept. */
export async function completeText(setting: ChatDependencies, runs: ActiveRuns, turn: CompletionTurn): Promise<Result<RunStarted>> {
  const { history, emit } = setting;
  const { prompt, settings } = turn;
  const { model } = settings;
  if (model === null) return failed('invalid-input', 'No model is chosen.', 'Choose one first.');
  const checked = await checkMode(setting, model);
  if (!checked.ok) return checked;
  const conversation = await conversationOf(setting, turn);
  if (!conversation.ok) return conversation;
  const { id: conversationId } = conversation.value;

  return startRun(setting, runs, conversationId, async (run) => {
    const stretch = await history.open(conversationId, null, 1);
    if (!stretch.ok) return stretch;
    const parentId = stretch.value.messages.at(-1)?.id ?? null;
    const added = await history.add({ conversationId, parentId, role: 'user', text: prompt, attachments: [] });
    if (!added.ok) return added;
    emit('chat.message', added.value);
    const opened = await addEmptyAnswer(setting, conversationId, added.value.id, model);
    if (!opened.ok) return opened;
    const question = { kind: 'completion', prompt, parameters: settings.parameters } as const;
    return ok({ messageId: opened.value.id, work: async () => void (await generateAnswer(setting, run, opened.value, question)) });
  });
}

async function conversationOf({ history }: ChatDependencies, turn: CompletionTurn): Promise<Result<Conversation>> {
  const { conversationId, prompt, settings, folder } = turn;
  if (conversationId === null) return history.begin('completion', titleFromText(prompt) || 'Untitled', settings, folder);
  const found = await readConversationOfKind(history, conversationId, 'completion');
  return found.ok ? history.change(conversationId, { settings }) : found;
}

/** Another way to go on with the same text. */
export async function regenerateCompletion(
  setting: ChatDependencies,
  runs: ActiveRuns,
  { id: conversationId, settings }: Conversation,
  parentId: string,
  model: string,
): Promise<Result<RunStarted>> {
  const checked = await checkMode(setting, model);
  if (!checked.ok) return checked;
  const parent = await setting.history.message(parentId);
  if (!parent.ok) return parent;
  const prompt = parent.value.role === 'user' ? parent.value.text : '';
  return startRun(setting, runs, conversationId, async (run) => {
    const opened = await addEmptyAnswer(setting, conversationId, parentId, model);
    if (!opened.ok) return opened;
    const question = { kind: 'completion', prompt, parameters: settings.parameters } as const;
    return ok({ messageId: opened.value.id, work: async () => void (await generateAnswer(setting, run, opened.value, question)) });
  });
}

async function checkMode({ reach }: ChatDependencies, modelId: string): Promise<Result<undefined>> {
  const reached = await reach();
  if (!reached.ok) return reached;
  const { mode, models } = reached.value;
  if (mode === 'proxy') return { ok: false, failure: noCompletions };
  const chosen = chooseModel(models, modelId, mode, 'completion');
  return chosen.ok ? ok(undefined) : chosen;
}
