import type { Answer, AnswerDelta } from '../../contract/answer.ts';
import type { Message, Parameters, Tool } from '../../contract/conversation.ts';
import { unexpected, type Failure } from '../../contract/failure.ts';
import type { StoredAnswer } from '../../contract/history.ts';
import type { AnswerEnd } from '../history/history.ts';
import type { Outcome } from '../llm-client/llm-client.ts';
import { abortable } from '../shared/abortable.ts';
import { chooseModel, suggestOtherMode } from './choose-model.ts';
import { createAnswerBuffer } from './answer-buffer.ts';
import { createContinuationMerger } from './merge-continuation.ts';
import type { ActiveRun } from './active-runs.ts';
import type { ChatDependencies } from './chat-dependencies.ts';

/** What a message is to be the answer to. */
export type AnswerRequest = { readonly parameters: Parameters } & (
  | {
      readonly kind: 'chat';
      readonly messages: readonly Message[];
      readonly tools: readonly Tool[];
      /** More of what the message holds already. */
      readonly continues?: boolean;
      /** Why an answer that came well is still none. */
      readonly validate?: (answer: Answer) => Failure | undefined;
    }
  | { readonly kind: 'completion'; readonly prompt: string }
);

type AnswerResult = Omit<AnswerEnd, 'state'>;

/** Asks, lets the message grow with what comes, and keeps it as it ended, however it ended. */
export async function generateAnswer(
  setting: ChatDependencies,
  run: ActiveRun,
  message: StoredAnswer,
  question: AnswerRequest,
): Promise<StoredAnswer> {
  const { history, emit } = setting;
  const { id: messageId, conversationId } = message;
  const growth = createAnswerBuffer(message.answer.parts, setting.clock, (deltas) => {
    history.grow(messageId, deltas);
    try {
      emit('chat.progress', { conversationId, messageId, deltas });
    } catch (error) {
      setting.onBug(error); // of a listener; it must cost neither the answer nor, called by a timer, the process
    }
  });
  const { timings } = message.answer;
  const begun = setting.clock.now();
  const soFar = (): Answer => ({
    ...message.answer,
    parts: growth.parts(),
    timings: { ...timings, totalMs: timings.totalMs + setting.clock.now() - begun },
  });
  run.answering(messageId, () => {
    growth.flush(); // what is told from now on follows on what is shown here
    return { ...message, answer: soFar() };
  });
  const joint = question.kind === 'chat' && question.continues ? createContinuationMerger(message.answer) : undefined;
  const onDelta = (delta: AnswerDelta): void => {
    for (const shifted of joint?.shift(delta) ?? [delta]) growth.push(shifted);
  };

  let came: AnswerResult;
  try {
    came = await ask(setting, run, message.model, question, onDelta);
    if (joint) {
      for (const delta of joint.end()) growth.push(delta);
      came = { ...came, answer: joint.join(came.answer), request: joint.keepsRequest ? null : came.request };
    }
    came = { ...came, answer: { ...came.answer, parts: growth.timed(came.answer.parts) } };
    growth.flush();
  } catch (error) {
    setting.onBug(error);
    growth.flush();
    came = { ...emptyResult(unexpected().failure), answer: soFar() };
  }
  return saveAnswer(setting, message, { ...came, ...verdict(came, run) });
}

/** Ends a message with what came, on disk and in the window. */
export async function saveAnswer({ history, emit }: ChatDependencies, message: StoredAnswer, end: AnswerEnd): Promise<StoredAnswer> {
  const saved = await history.finish(message.id, end);
  const { state, answer, mode } = end;
  // where it can't be saved the window still has it, and says why
  const ended = saved.ok ? saved.value : { ...message, state, answer, mode, failure: saved.failure };
  emit('chat.message', ended);
  return ended;
}

/** An end without an answer. */
export function emptyResult(failure: Failure | null): AnswerResult {
  const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };
  const answer = { parts: [], finish: null, usage: null, metrics: null, logprobs: null, timings, notes: [] };
  return { answer, failure, mode: null, request: null };
}

const withdrawn: Failure = { code: 'cancelled', message: 'The answer was stopped.', remedy: 'Ask again.' };

async function ask(
  { reach }: ChatDependencies,
  { signal }: ActiveRun,
  modelId: string,
  question: AnswerRequest,
  onDelta: (delta: AnswerDelta) => void,
): Promise<AnswerResult> {
  const reached = await abortable(reach(), signal);
  if (!reached) return emptyResult(withdrawn);
  if (!reached.ok) return emptyResult(reached.failure);
  const { client, mode, models } = reached.value;
  const chosen = chooseModel(models, modelId, mode, question.kind);
  if (!chosen.ok) return { ...emptyResult(chosen.failure), mode };
  const model = chosen.value;
  const call = { mode, signal };

  if (question.kind === 'completion') {
    const request = { model, prompt: question.prompt, parameters: question.parameters };
    const outcome = await client.complete(request, call, onDelta);
    const known = outcome.failure && suggestOtherMode(outcome.failure, model, mode, 'completion');
    return { ...requestAndAnswer(outcome), failure: known, mode };
  }
  const request = { model, messages: question.messages, tools: question.tools, parameters: question.parameters };
  const outcome = await client.chat(request, call, onDelta);
  const known = outcome.failure ? suggestOtherMode(outcome.failure, model, mode, 'chat') : question.validate?.(outcome.answer);
  return { ...requestAndAnswer(outcome), failure: known ?? null, mode };
}

/** The answer, and the request as it was sent: where it went belongs to the answer, since the profile may be another by tomorrow. */
function requestAndAnswer({ answer, sent }: Outcome): Pick<AnswerResult, 'answer' | 'request'> {
  return sent ? { answer: { ...answer, address: sent.address }, request: sent.body } : { answer, request: null };
}

/** A stop is not a failure; one that came too late changed nothing. */
function verdict({ failure }: AnswerResult, run: ActiveRun): Pick<AnswerEnd, 'state' | 'failure'> {
  if (failure === null) return { state: 'complete', failure };
  const reason = run.stopReason();
  return reason === undefined || failure.code !== 'cancelled' ? { state: 'failed', failure } : { state: reason, failure: null };
}
