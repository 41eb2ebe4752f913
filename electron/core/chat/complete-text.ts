import { randomUUID } from 'node:crypto';
import type { CompletionTurn, RunStarted } from '../../contract/chat-turn.ts';
import type { Parameters } from '../../contract/conversation.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Conversation } from '../../contract/history.ts';
import type { NewTurn } from '../history/history.ts';
import { chooseModel } from '../llm-client/llm-client.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { generateAnswer } from './generate-answer.ts';
import { startTurn } from './run-turn.ts';
import { untitled } from './text.ts';
import { titleFromText } from './titles.ts';

/** Continues a plain text. Nothing is saved if the model can't be asked at all. */
export async function completeText(chat: ChatDependencies, runs: ActiveRuns, request: CompletionTurn): Promise<Result<RunStarted>> {
  const { conversationId, folder, prompt, settings } = request;
  const { model } = settings;
  if (model === null) return fail('no-model-selected');
  const turn = { kind: 'completion', settings, question: { text: prompt, attachments: [] }, model } as const;
  return complete(
    chat,
    runs,
    conversationId === null
      ? { ...turn, conversationId: randomUUID(), create: { title: titleFromText(prompt) || untitled, folder } }
      : { ...turn, conversationId },
    settings.parameters,
  );
}

/** Generates another continuation of the same text. */
export function regenerateCompletion(
  chat: ChatDependencies,
  runs: ActiveRuns,
  { id: conversationId, settings }: Conversation,
  parentId: string,
  model: string,
): Promise<Result<RunStarted>> {
  return complete(chat, runs, { conversationId, parentId, model }, settings.parameters);
}

async function complete(chat: ChatDependencies, runs: ActiveRuns, turn: NewTurn, parameters: Parameters): Promise<Result<RunStarted>> {
  const checked = await checkModel(chat, turn.model);
  if (!checked.ok) return checked;
  return runs.start(turn.conversationId, async (run) => {
    const started = await startTurn(chat, turn);
    if (!started.ok) return started;
    const { answer, path } = started.value;
    const text = path.at(-1);
    const request = { kind: 'completion', prompt: text?.role === 'user' ? text.text : '', parameters } as const;
    return ok({ messageId: answer.id, work: async () => void (await generateAnswer(chat, run, answer, request)) });
  });
}

async function checkModel({ reach }: ChatDependencies, modelId: string): Promise<Result<undefined>> {
  const reached = await reach();
  if (!reached.ok) return reached;
  const { mode, models } = reached.value;
  if (mode === 'proxy') return fail('completion-needs-direct');
  const chosen = chooseModel(models, modelId, mode, 'completion');
  return chosen.ok ? ok(undefined) : chosen;
}
