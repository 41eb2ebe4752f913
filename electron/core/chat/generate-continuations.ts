import type { Answer, AnswerDelta } from '../../contract/answer.ts';
import type { Parameters } from '../../contract/conversation.ts';
import type { Failure } from '../../contract/failure.ts';
import { stoppedByUser, unexpected } from '../../contract/failures/fail.ts';
import type { StoredAnswer } from '../../contract/history.ts';
import type { Mode } from '../../contract/profile.ts';
import type { AnswerEnd, NewTurn } from '../history/history.ts';
import { chooseModel, suggestOtherMode, type AnswerSink } from '../llm-client/llm-client.ts';
import { abortable } from '../shared/abortable.ts';
import type { ActiveTurn } from './active-turns.ts';
import { createAnswerRecorder, type AnswerRecorder } from './answer-recorder.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { emptyResult, endState, requestAndAnswer, saveAnswer } from './generate-answer.ts';

/** A text to continue. */
export interface ContinuationRequest {
  readonly prompt: string;
  readonly suffix?: string | undefined;
  readonly parameters: Parameters;
  /** What each continuation begins with already. */
  readonly start?: NewTurn['start'] | undefined;
}

type AnswerResult = Omit<AnswerEnd, 'state'>;

/** Requests one continuation per message, emits and saves them while they arrive, and saves their ends. */
export async function generateContinuations(
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
