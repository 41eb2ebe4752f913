import { alignTokens } from '../../presentation/align-tokens.ts';
import type { ContinuationsStarted, TextToSave, ContinueTextRequest, TurnStarted, TokenBranch } from '../../contract/chat-turn.ts';
import type { Parameters } from '../../contract/conversation.ts';
import { ok, type Result, type Failure } from '../../contract/failure.ts';
import { fail, stoppedByUser, unexpected } from '../../contract/failures/fail.ts';
import type { StoredAnswer, StoredMessage } from '../../contract/history.ts';
import type { Token } from '../../contract/tokens.ts';
import type { NewText, NewTurn } from '../history/history.ts';
import { chooseModel, suggestOtherMode, type AnswerSink } from '../llm-client/llm-client.ts';
import type { ActiveTurns, ActiveTurn } from './active-turns.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { readAllTokens } from './continue-answer.ts';
import { startTurn } from './run-turn.ts';
import { untitled } from './text.ts';
import { titleFromText } from './titles.ts';
import type { Answer, AnswerDelta } from '../../contract/answer.ts';
import type { Mode } from '../../contract/profile.ts';
import { abortable } from '../shared/abortable.ts';
import { createAnswerRecorder, type AnswerRecorder } from './answer-recorder.ts';
import { emptyResult, endState, requestAndAnswer, saveAnswer, type AnswerResult } from './generate-answer.ts';

/** Continues a plain text, at its end or at the cursor. Nothing is saved if the model can't be asked at all. */
export async function completeText(
  chat: ChatDependencies,
  turns: ActiveTurns,
  request: ContinueTextRequest,
): Promise<Result<ContinuationsStarted>> {
  const { settings, count = 1 } = request;
  const { model } = settings;
  if (model === null) return fail('no-model-selected');
  if (count > 1 && settings.parameters.temperature === 0) return fail('continuations-identical');
  return startContinuations(chat, turns, { ...toNewTurn(request), model, count }, settings.parameters);
}

/** Saves a text without asking a model. */
export async function saveText({ history }: ChatDependencies, text: TextToSave): Promise<Result<TurnStarted>> {
  const saved = await history.saveText(toNewTurn(text));
  return saved.ok ? ok({ conversationId: saved.value.conversationId, messageId: saved.value.id }) : saved;
}

/** Continues a text from an alternative to one of the model's tokens. What came before stays, as the start of a sibling. */
export async function branchAtToken(
  chat: ChatDependencies,
  turns: ActiveTurns,
  message: StoredMessage,
  { token: index, alternative, settings }: TokenBranch,
): Promise<Result<ContinuationsStarted>> {
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
  const newTurn = { conversationId: message.conversationId, kind: 'notebook', parentId: message.parentId, settings, model } as const;
  return startContinuations(chat, turns, { ...newTurn, start: { text, tokens: start } }, settings.parameters);
}

/** Returns the visible text before a token. A token without a range there follows the last one that has one. */
function textBefore({ answer }: StoredAnswer, tokens: readonly Token[], index: number): string {
  const text = answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const ranges = alignTokens(tokens, text).slice(0, index + 1);
  return text.slice(0, ranges[index]?.start ?? ranges.findLast((range) => range !== null)?.end ?? 0);
}

function toNewTurn({ conversationId, folder, messageId, parentId, prompt, suffix, byModel, settings }: TextToSave): NewText {
  return {
    conversationId,
    create: { title: titleFromText(prompt) || untitled, folder },
    kind: 'notebook',
    settings,
    parentId,
    question: { id: messageId, text: prompt, attachments: [], suffix, byModel },
  };
}

/** Starts the continuations of a text. */
export async function startContinuations(
  chat: ChatDependencies,
  turns: ActiveTurns,
  newTurn: NewTurn,
  parameters: Parameters,
): Promise<Result<ContinuationsStarted>> {
  const checked = await checkModel(chat, newTurn.model);
  if (!checked.ok) return checked;
  let messageIds: readonly string[] = [];
  const begun = await turns.start(newTurn.conversationId, async (turn) => {
    const started = await startTurn(chat, newTurn);
    if (!started.ok) return started;
    const { answer, answers, path } = started.value;
    messageIds = answers.map(({ id }) => id);
    const sent = path.at(-1);
    const text = sent?.role === 'user' ? sent : { text: '', suffix: undefined };
    const request = { prompt: text.text, suffix: text.suffix, parameters, start: newTurn.start };
    return ok({ messageId: answer.id, work: () => generateContinuations(chat, turn, answers, request) });
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

/** A text to continue. */
interface ContinuationRequest {
  readonly prompt: string;
  readonly suffix?: string | undefined;
  readonly parameters: Parameters;
  /** What each continuation begins with already. */
  readonly start?: NewTurn['start'] | undefined;
}

/** Requests one continuation per message, emits and saves them while they arrive, and saves their ends. */
async function generateContinuations(
  chat: ChatDependencies,
  turn: ActiveTurn,
  messages: readonly StoredAnswer[],
  request: ContinuationRequest,
): Promise<void> {
  const recorders = messages.map((message) => createAnswerRecorder(chat, message));
  const [first] = messages;
  if (!first) return;
  turn.answering(first.id, () => recorders.map((recorder) => recorder.partial()));
  const results = await callModel(chat, turn, first.model, request, recorders).catch((error: unknown) => {
    chat.onBug(error);
    return failAll(recorders, unexpected().failure);
  });
  for (const recorder of recorders) recorder.flush();
  await Promise.all(
    messages.map((message, index) => {
      const result = results[index] ?? emptyResult(unexpected().failure);
      return saveAnswer(chat, turn, message, { ...result, ...endState(result.failure, turn) });
    }),
  );
}

async function callModel(
  { reach }: ChatDependencies,
  { signal }: ActiveTurn,
  modelId: string,
  request: ContinuationRequest,
  recorders: readonly AnswerRecorder[],
): Promise<readonly AnswerResult[]> {
  const reached = await abortable(reach(), signal);
  if (!reached?.ok) return failAll(recorders, reached?.failure ?? stoppedByUser.failure);
  const { client, mode, models } = reached.value;
  const chosen = chooseModel(models, modelId, mode, 'completion');
  if (!chosen.ok) return failAll(recorders, chosen.failure, mode);
  const model = chosen.value;
  const { prompt, suffix, parameters, start } = request;
  const [first, ...others] = recorders.map((recorder) => createSink(recorder, start !== undefined));
  if (!first) return [];
  const outcomes = await client.completeSeveral({ model, prompt: prompt + (start?.text ?? ''), suffix, parameters }, { mode, signal }, [
    first,
    ...others,
  ]);
  return outcomes.map((outcome, index) => {
    const { answer, request: sent } = requestAndAnswer(outcome);
    const failure = outcome.failure && suggestOtherMode(outcome.failure, model, mode, 'completion');
    return { answer: withStart(recorders[index]?.withUnsavedTokens(answer) ?? answer, start), request: sent, failure, mode };
  });
}

function createSink(recorder: AnswerRecorder, hasStart: boolean): AnswerSink {
  // the new text belongs to the part that the message begins with
  const append = (delta: AnswerDelta): AnswerDelta =>
    delta.kind === 'part' && delta.part.kind === 'text' ? { kind: 'append', index: delta.index, text: delta.part.text } : delta;
  return { onDelta: hasStart ? (delta) => recorder.push(append(delta)) : recorder.push, onTokens: recorder.pushTokens };
}

function withStart(answer: Answer, start: ContinuationRequest['start']): Answer {
  if (!start) return answer;
  const text = answer.parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const logprobs = answer.logprobs && [...start.tokens, ...answer.logprobs]; // without new ones, all tokens are saved already
  return { ...answer, parts: [{ kind: 'text', text: start.text + text }], logprobs };
}

function failAll(recorders: readonly AnswerRecorder[], failure: Failure, mode: Mode | null = null): readonly AnswerResult[] {
  return recorders.map((recorder) => ({ answer: recorder.partial().answer, failure, mode, request: null }));
}
