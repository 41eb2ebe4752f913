import { randomUUID } from 'node:crypto';
import type { Model } from '../../../contract/catalog.ts';
import { plainCapabilities } from '../../../contract/catalog.ts';
import type { TranslatedFrom } from '../../../contract/local-api.ts';
import type { Mode } from '../../../contract/profile.ts';
import { parseJson, readObject, readString, type JsonObject } from '../../../contract/json.ts';
import { readImageHeader } from '../../../contract/image-header.ts';
import { estimateImageTokens } from '../../../contract/image-tokens.ts';
import { mapImageUrls, type ActiveService, type AnsweringService, type CallOptions } from '../../llm-client/llm-client.ts';
import { estimateTokens } from '../../shared/estimate-tokens.ts';
import type { LocalApiLimits } from '../limits.ts';
import { localApiText, notJsonObject, untranslatable } from '../api-errors.ts';
import type { Destination } from '../forwarding/destination.ts';
import { forwardingErrorFor, type LocalApiError } from '../local-api-error.ts';
import { beginEvents, send, sendError, sendJson, writeNow, type LocalApiExchange } from '../respond.ts';
import { formatEvent, type AnswerWriter, type SendEvent } from './answer-writer.ts';
import { UntranslatableRequest, type ChatTranslation } from './chat-request.ts';
import { createMessagesWriter } from './messages-answer.ts';
import { translateMessages } from './messages-request.ts';
import { createResponsesWriter } from './responses-answer.ts';
import { translateResponses } from './responses-request.ts';

/** An endpoint of another dialect. */
export interface TranslatedPath {
  readonly from: TranslatedFrom;
  readonly isTokenCount: boolean;
}

/** Returns what a path below `v1` is in another dialect, if anything. */
export function translatedPath(rest: string): TranslatedPath | undefined {
  const [path] = rest.split('?');
  if (path === 'responses' || path === 'messages') return { from: path, isTokenCount: false };
  return path === 'messages/count_tokens' ? { from: 'messages', isTokenCount: true } : undefined;
}

/** What a translation needs of its request's context. */
interface TranslationContext {
  readonly service: AnsweringService;
  readonly limits: Pick<LocalApiLimits, 'keepAliveMs'>;
}

/** Answers a request of another dialect by chat completions. */
export async function answerTranslated(
  { service, limits }: TranslationContext,
  exchange: LocalApiExchange,
  { from, isTokenCount }: TranslatedPath,
  destination: Destination,
  body: Buffer,
): Promise<void> {
  const request = readObject(parseJson(body.toString('utf8')));
  if (!request) return sendError(exchange, notJsonObject);
  const model = findModel(service, readString(request['model']), destination);
  const translation = translate(from, request, model);
  if ('status' in translation) return sendError(exchange, translation);
  if (isTokenCount) return sendTokenCount(service, exchange, model, translation);
  exchange.record.setTranslation(from, translation.leftOut);
  const translated: TranslatedExchange = { service, limits, exchange, mode: destination.mode, model, translation };
  await (translation.isStreamed ? streamAnswer(translated, from) : sendAnswer(translated, from));
}

function translate(from: TranslatedFrom, request: JsonObject, model: Model): ChatTranslation | LocalApiError {
  try {
    return from === 'responses' ? translateResponses(request, model) : translateMessages(request, model);
  } catch (error) {
    if (error instanceof UntranslatableRequest) return untranslatable(error.message, error.remedy, error.param);
    throw error;
  }
}

/** Returns the model of the catalog, or what is known of one that only its engine lists. */
function findModel({ models }: ActiveService, id: string, destination: Destination): Model {
  const segment = destination.mode === 'direct' ? destination.segment : null;
  const found = models.find((model) => model.id === id && (segment === null || model.segment === segment));
  return (
    found ?? {
      id,
      segment,
      engine: 'unknown',
      capabilities: plainCapabilities,
      contextLength: null,
      origin: 'discovered',
      presence: { proxy: 'unchecked', direct: 'unchecked' },
    }
  );
}

/** One request, on its way to the service. */
interface TranslatedExchange extends TranslationContext {
  readonly exchange: LocalApiExchange;
  readonly mode: Mode;
  readonly model: Model;
  readonly translation: ChatTranslation;
}

/** Sends the request and writes the answer. Returns why there is none, or not all of it. */
async function ask(
  { service, exchange, mode, model, translation }: TranslatedExchange,
  writer: AnswerWriter,
  onAccepted: () => void,
): Promise<LocalApiError | undefined> {
  const { record, clientGone, surface } = exchange;
  const call: CallOptions = {
    mode,
    signal: clientGone,
    isStreamed: translation.isStreamed,
    onAccepted: (sent, response) => {
      record.addTranslatedRequest(sent.body);
      response.body.on('data', record.addTranslatedResponse);
      onAccepted();
    },
  };
  const send = (body: JsonObject) => service.client.chatWritten(model, body, call, writer.push);
  const { max_tokens: limit, ...unlimited } = translation.body;
  const first = await send(translation.body);
  // Code assistants always ask for 32,000 tokens, even if the window has less room. Engines stop at its end by themselves.
  const hasNoRoom = limit !== undefined && first.refusal !== undefined && first.failure?.code === 'context-length';
  const { answer, failure } = hasNoRoom ? await send(unlimited) : first;
  // An answer that says that it has finished is whole, also without the end mark.
  if (failure && failure.reason !== 'answer-end-unmarked') return forwardingErrorFor(failure, surface, false);
  writer.end(answer);
  return undefined;
}

/** The status is held back for a while, so that an early error has its own. After that the client gets signs of life. */
async function streamAnswer(translated: TranslatedExchange, from: TranslatedFrom): Promise<void> {
  const {
    exchange,
    limits: { keepAliveMs },
  } = translated;
  const { response, record, clientGone } = exchange;
  const writer = createWriter(translated, from, (type, fields) => {
    if (response.destroyed) return;
    const bytes = Buffer.from(formatEvent(type, fields));
    writeNow(response, bytes);
    record.addResponseBytes(bytes);
  });
  let pings: NodeJS.Timeout | undefined;
  const begin = (): void => {
    if (response.headersSent || clientGone.aborted) return;
    beginEvents(exchange);
    writer.begin();
    pings = setInterval(writer.ping, keepAliveMs);
  };
  const beginTimer = setTimeout(begin, keepAliveMs);
  const error = await ask(translated, writer, begin).finally(() => {
    clearTimeout(beginTimer);
    clearInterval(pings);
  });
  if (clientGone.aborted) return record.setFailure(localApiText.clientDisconnected);
  if (error && !response.headersSent) return sendError(exchange, error);
  if (error) {
    record.setFailure(error.message);
    writer.fail(error);
  }
  response.end();
}

async function sendAnswer(translated: TranslatedExchange, from: TranslatedFrom): Promise<void> {
  const writer = createWriter(translated, from, () => undefined);
  const error = await ask(translated, writer, () => undefined);
  const { exchange } = translated;
  if (error) return sendError(exchange, error);
  const text = JSON.stringify(writer.whole());
  send(exchange, 200, text, { 'content-type': 'application/json' });
  exchange.record.addResponseBytes(Buffer.from(text));
}

function createWriter({ model, translation }: TranslatedExchange, from: TranslatedFrom, send: SendEvent): AnswerWriter {
  const id = randomUUID().replaceAll('-', '');
  return from === 'responses'
    ? createResponsesWriter({ id, model: model.id, createdAt: Math.floor(Date.now() / 1000), tools: translation.tools }, send)
    : createMessagesWriter(id, model.id, send);
}

/** Counts with the engine's tokenizer, or estimates, because clients only decide by it when to shorten their conversation. */
async function sendTokenCount(
  { client, mode }: AnsweringService,
  exchange: LocalApiExchange,
  model: Model,
  { body: { messages, tools } }: ChatTranslation,
): Promise<void> {
  const prompt = { messages, ...(tools === undefined ? {} : { tools }) };
  const counted = mode === 'direct' ? await client.countTokens(model, prompt, exchange.clientGone) : undefined;
  sendJson(exchange, { input_tokens: counted ?? estimatePrompt(prompt) });
}

/** Estimates the text by its length and each image by its size, because its Base64 would count a thousand times as much. */
function estimatePrompt(prompt: JsonObject): number {
  let images = 0;
  const text = mapImageUrls(prompt, (url) => {
    const header = readImageHeader(Buffer.from(url.replace(/^data:[^,]*,/, ''), 'base64'));
    images += header ? estimateImageTokens(header) : 0;
    return '';
  });
  return estimateTokens(JSON.stringify(text).length) + images;
}
