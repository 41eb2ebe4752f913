import { randomUUID } from 'node:crypto';
import { alignTokens } from '../../contract/align-tokens.ts';
import type { CompletionStarted, CompletionText, CompletionTurn, RunStarted, TokenBranch } from '../../contract/chat-turn.ts';
import type { Parameters } from '../../contract/conversation.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { Conversation, StoredAnswer, StoredMessage } from '../../contract/history.ts';
import type { Token } from '../../contract/tokens.ts';
import type { NewText, NewTurn } from '../history/history.ts';
import { chooseModel } from '../llm-client/llm-client.ts';
import type { ActiveRuns } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { generateContinuations } from './generate-continuations.ts';
import { readAllTokens } from './read-all-tokens.ts';
import { startTurn } from './run-turn.ts';
import { untitled } from './text.ts';
import { titleFromText } from './titles.ts';

/** Continues a plain text, at its end or at the cursor. Nothing is saved if the model can't be asked at all. */
export async function completeText(chat: ChatDependencies, runs: ActiveRuns, turn: CompletionTurn): Promise<Result<CompletionStarted>> {
  const { settings, count = 1 } = turn;
  const { model } = settings;
  if (model === null) return fail('no-model-selected');
  if (count > 1 && settings.parameters.temperature === 0) return fail('continuations-identical');
  return complete(chat, runs, { ...newTurn(turn), model, count }, settings.parameters);
}

/** Saves a text as a branch without asking a model, so that edits aren't lost when another branch is opened. */
export async function saveText({ history, emit }: ChatDependencies, text: CompletionText): Promise<Result<RunStarted>> {
  const saved = await history.saveText(newTurn(text));
  if (!saved.ok) return saved;
  emit('chat.message', saved.value);
  return ok({ conversationId: saved.value.conversationId, messageId: saved.value.id });
}

/** Generates another continuation of the same text. */
export function regenerateCompletion(
  chat: ChatDependencies,
  runs: ActiveRuns,
  { id: conversationId, settings }: Conversation,
  parentId: string,
  model: string,
): Promise<Result<CompletionStarted>> {
  return complete(chat, runs, { conversationId, parentId, model }, settings.parameters);
}

/** Continues a text from an alternative to one of the model's tokens. What came before stays, as the start of a sibling. */
export async function branchAtToken(
  chat: ChatDependencies,
  runs: ActiveRuns,
  message: StoredMessage,
  { token: index, alternative, settings }: TokenBranch,
): Promise<Result<CompletionStarted>> {
  const { model } = settings;
  if (model === null) return fail('no-model-selected');
  if (message.role !== 'assistant') return fail('token-unknown');
  const read = await readAllTokens(chat.history, message);
  if (!read.ok) return read;
  const tokens = read.value?.slice(0, index + 1) ?? [];
  const replaced = tokens[index];
  const chosen = replaced?.alternatives[alternative];
  if (!replaced || !chosen) return fail('token-unknown');
  if (chosen.text === '' || chosen.text.includes('\uFFFD')) return fail('token-without-text');
  const { bytes: _, isUnlisted: __, ...rest } = replaced;
  const start: readonly Token[] = [...tokens.slice(0, index), { ...rest, ...chosen }];
  const text = textBefore(message, read.value ?? [], index) + chosen.text;
  const turn = { conversationId: message.conversationId, kind: 'completion', parentId: message.parentId, settings, model } as const;
  return complete(chat, runs, { ...turn, start: { text, tokens: start } }, settings.parameters);
}

/** Returns the visible text before a token. A token without a range there follows the last one that has one. */
function textBefore({ answer }: StoredAnswer, tokens: readonly Token[], index: number): string {
  const text = answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const ranges = alignTokens(tokens, text).slice(0, index + 1);
  return text.slice(0, ranges[index]?.start ?? ranges.findLast((range) => range !== null)?.end ?? 0);
}

function newTurn({ conversationId, folder, prompt, suffix, parentId, settings }: CompletionText): NewText {
  const turn = {
    kind: 'completion',
    settings,
    question: { text: prompt, attachments: [], suffix },
    ...(parentId === undefined ? {} : { parentId }),
  } as const;
  return conversationId === null
    ? { ...turn, conversationId: randomUUID(), create: { title: titleFromText(prompt) || untitled, folder } }
    : { ...turn, conversationId };
}

async function complete(
  chat: ChatDependencies,
  runs: ActiveRuns,
  turn: NewTurn,
  parameters: Parameters,
): Promise<Result<CompletionStarted>> {
  const checked = await checkModel(chat, turn.model);
  if (!checked.ok) return checked;
  let messageIds: readonly string[] = [];
  const begun = await runs.start(turn.conversationId, async (run) => {
    const started = await startTurn(chat, turn);
    if (!started.ok) return started;
    const { answer, answers, path } = started.value;
    messageIds = answers.map(({ id }) => id);
    const sent = path.at(-1);
    const text = sent?.role === 'user' ? sent : { text: '', suffix: undefined };
    const request = { prompt: text.text, suffix: text.suffix, parameters, start: turn.start };
    return ok({ messageId: answer.id, work: () => generateContinuations(chat, run, answers, request) });
  });
  return begun.ok ? ok({ ...begun.value, messageIds }) : begun;
}

async function checkModel({ reach }: ChatDependencies, modelId: string): Promise<Result<undefined>> {
  const reached = await reach();
  if (!reached.ok) return reached;
  const { mode, models } = reached.value;
  if (mode === 'proxy') return fail('completion-needs-direct');
  const chosen = chooseModel(models, modelId, mode, 'completion');
  return chosen.ok ? ok(undefined) : chosen;
}
