import type { Answer, AnswerDelta, ToolCall } from '../../contract/answer.ts';
import type { Message, Parameters, Tool } from '../../contract/conversation.ts';
import type { Failure } from '../../contract/failure.ts';
import { stoppedByUser, unexpected } from '../../contract/failures/fail.ts';
import type { Attachment, StoredAnswer, StoredMessage } from '../../contract/history.ts';
import type { Image } from '../../contract/image.ts';
import { listImages } from '../../contract/message-images.ts';
import type { AnswerEnd } from '../history/history.ts';
import { chooseModel, suggestOtherMode, type AnswerSink, type Outcome } from '../llm-client/llm-client.ts';
import { abortable } from '../shared/abortable.ts';
import { fenced } from '../shared/quoting.ts';
import type { ActiveTurn } from './active-turns.ts';
import { createAnswerRecorder } from './answer-recorder.ts';
import type { ChatDependencies } from './chat-dependencies.ts';
import { createContinuationMerger } from './merge-continuation.ts';
import { leavesOutTools, readSentImages, withoutImageContent, type SentImages } from './message-images.ts';
import { imageNotes, imageTexts, toolResultTexts } from './text.ts';

/** What a message is to be the answer to. */
export interface AnswerRequest {
  readonly parameters: Parameters;
  readonly systemPrompt: string;
  /** The messages before the answer. */
  readonly path: readonly StoredMessage[];
  readonly tools: readonly Tool[];
  /** Asks for more of the answer that the message has already. It is sent last, and not saved. */
  readonly continuationPrompt?: string;
  /** Returns a failure if a complete answer can't be accepted. */
  readonly validate?: (answer: Answer) => Failure | undefined;
}

/** The end of an answer before its state is known. */
export type AnswerResult = Omit<AnswerEnd, 'state'>;

/** Requests an answer, emits and saves it while it arrives, and saves its end, whatever that is. */
export async function generateAnswer(
  chat: ChatDependencies,
  turn: ActiveTurn,
  message: StoredAnswer,
  request: AnswerRequest,
): Promise<StoredAnswer> {
  const recorder = createAnswerRecorder(chat, message);
  turn.answering(message.id, () => [recorder.partial()]);
  const merger = request.continuationPrompt ? createContinuationMerger(message.answer) : undefined;
  const onDelta = merger
    ? (delta: AnswerDelta): void => {
        for (const shifted of merger.shift(delta)) recorder.push(shifted);
      }
    : recorder.push;

  let result: AnswerResult;
  try {
    result = await callModel(chat, turn, message.model, request, { onDelta, onTokens: recorder.pushTokens });
    result = { ...result, answer: recorder.withUnsavedTokens(result.answer) };
    if (merger) {
      for (const delta of merger.end()) recorder.push(delta);
      result = { ...result, answer: merger.join(result.answer), request: merger.keepsRequest ? null : result.request };
    }
    result = { ...result, answer: { ...result.answer, parts: recorder.timed(result.answer.parts) } };
    recorder.flush();
  } catch (error) {
    chat.onBug(error);
    result = { ...emptyResult(unexpected().failure), answer: recorder.partial().answer };
  }
  return saveAnswer(chat, turn, message, { ...result, ...endState(result.failure, turn) });
}

/** Saves the end of an answer and emits it, unless it was deleted. A deleted one is saved too, because it may be restored. */
export async function saveAnswer(
  { history, emit }: ChatDependencies,
  turn: ActiveTurn,
  message: StoredAnswer,
  end: AnswerEnd,
): Promise<StoredAnswer> {
  const saved = await history.finish({ messageId: message.id, end });
  const { state, answer, mode } = end;
  // if it can't be saved, the window still shows it, with the reason
  const ended = saved.ok ? saved.value : { ...message, state, answer: { ...answer, logprobs: null }, mode, failure: saved.failure };
  if (!turn.isDeleted()) emit('chat.message', ended);
  return ended;
}

/** Returns an end without an answer. */
export function emptyResult(failure: Failure | null): AnswerResult {
  const timings = { firstTokenMs: null, totalMs: 0, tokensPerSecond: null, rateFrom: null };
  const answer = { parts: [], finish: null, usage: null, metrics: null, logprobs: null, timings, notes: [] };
  return { answer, failure, mode: null, request: null };
}

async function callModel(
  chat: ChatDependencies,
  { signal }: ActiveTurn,
  modelId: string,
  request: AnswerRequest,
  { onDelta, onTokens }: AnswerSink,
): Promise<AnswerResult> {
  const reached = await abortable(chat.reach(), signal);
  if (!reached) return emptyResult(stoppedByUser.failure);
  if (!reached.ok) return emptyResult(reached.failure);
  const { client, mode, models } = reached.value;
  const chosen = chooseModel(models, modelId, mode, 'chat');
  if (!chosen.ok) return { ...emptyResult(chosen.failure), mode };
  const model = chosen.value;
  const images = await readSentImages(chat.history, request.path, model);
  if (!images.ok) return { ...emptyResult(images.failure), mode };
  const { sent } = images.value;
  const isWithoutTools = leavesOutTools(chat, request.tools, sent);
  const { tools, parameters } = isWithoutTools ? withoutTools(request) : request;
  const messages = buildMessages(request, sent);
  const outcome = await client.chat({ model, messages, tools, parameters }, { mode, signal }, onDelta, onTokens);
  const failure = outcome.failure ? suggestOtherMode(outcome.failure, model, mode, 'chat') : request.validate?.(outcome.answer);
  const result = requestAndAnswer(outcome);
  const notes = [...result.answer.notes, ...images.value.notes, ...(isWithoutTools ? [imageNotes.toolsLeftOut] : [])];
  const body = result.request && withoutImageContent(result.request, sent);
  return { answer: { ...result.answer, notes }, request: body, failure: failure ?? null, mode };
}

function withoutTools({ parameters: { toolChoice: _choice, ...parameters } }: AnswerRequest): Pick<AnswerRequest, 'tools' | 'parameters'> {
  return { tools: [], parameters };
}

/**
 * Returns the messages to send: the system prompt, then the path, with a result for every tool call. The text of a message names its
 * images that aren't sent. Those of tools follow their results in a message of the user, because engines take none in a result.
 */
export function buildMessages(
  { path, systemPrompt, continuationPrompt }: Pick<AnswerRequest, 'path' | 'systemPrompt' | 'continuationPrompt'>,
  sent: SentImages,
): readonly Message[] {
  const messages: Message[] = systemPrompt.trim() === '' ? [] : [{ role: 'system', text: systemPrompt }];
  let unanswered: readonly ToolCall[] = [];
  let fromTools: readonly Image[] = [];

  // engines reject a conversation in which a call has no result
  const endResults = (): void => {
    for (const call of unanswered) messages.push({ role: 'tool', callId: call.id, text: toolResultTexts.notRun });
    unanswered = [];
    if (fromTools.length > 0) messages.push(userMessage(imageTexts.fromTools(fromTools.map(describeImage)), fromTools, sent));
    fromTools = [];
  };

  for (const message of path) {
    if (message.role === 'tool') {
      const index = unanswered.findIndex((call) => call.id === message.callId);
      unanswered = unanswered.filter((_, at) => at !== index);
      const images = listImages(message);
      const own = images.filter((image) => sent.has(image));
      messages.push({ role: 'tool', callId: message.callId, text: withImageLine(message.text, images, sent) });
      fromTools = [...fromTools, ...own];
      continue;
    }
    endResults();
    if (message.role === 'user') {
      messages.push(userMessage(withAttachments(message.text, message.attachments), listImages(message), sent));
    } else {
      messages.push({ role: 'assistant', parts: message.answer.parts });
      unanswered = message.answer.parts.filter((part) => part.kind === 'tool-call');
    }
  }
  endResults();
  if (continuationPrompt !== undefined) messages.push({ role: 'user', text: continuationPrompt });
  return messages;
}

function userMessage(text: string, images: readonly Image[], sent: SentImages): Message {
  const urls = images.flatMap((image) => sent.get(image) ?? []);
  return { role: 'user', text: withImageLine(text, images, sent), ...(urls.length === 0 ? {} : { images: urls }) };
}

/** Adds a line that names the images that aren't sent. */
function withImageLine(text: string, images: readonly Image[], sent: SentImages): string {
  const missing = images.filter((image) => !sent.has(image));
  if (missing.length === 0) return text;
  const line = imageTexts.leftOut(missing.map(describeImage));
  return text === '' ? line : `${text}\n\n${line}`;
}

function describeImage({ name, alternative }: Image): string {
  const words = alternative === '' ? name : `${name} (${alternative})`;
  return words.replaceAll(/\s+/g, ' ');
}

/** Returns the text, followed by each file under its name. */
export function withAttachments(text: string, attachments: readonly Attachment[]): string {
  return [text, ...attachments.map(({ name, language, text: file }) => `${name}:\n${fenced(file, language ?? '')}`)]
    .filter((piece) => piece !== '')
    .join('\n\n');
}

/** Returns the answer and the request as it was sent. The answer keeps the address, because the profile may change later. */
export function requestAndAnswer({ answer, sent }: Outcome): Pick<AnswerResult, 'answer' | 'request'> {
  return sent ? { answer: { ...answer, address: sent.address }, request: sent.body } : { answer, request: null };
}

/** A stop is not a failure. A stop that came after the end changes nothing. */
export function endState(failure: Failure | null, turn: ActiveTurn): Pick<AnswerEnd, 'state' | 'failure'> {
  if (failure === null) return { state: 'complete', failure };
  const reason = turn.stopReason();
  return reason === undefined || failure.code !== 'cancelled' ? { state: 'failed', failure } : { state: reason, failure: null };
}
