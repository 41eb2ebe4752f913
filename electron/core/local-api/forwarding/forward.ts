import type { LocalApiSettings } from '../../../contract/local-api.ts';
import { failure } from '../../../contract/failures/fail.ts';
import { bodyTooLarge, compressedBody, memoryFull, noSuchPath, notJsonObject, localApiText } from '../api-errors.ts';
import { discardBody, sendError, sendFailure, type LocalApiExchange, wantsEventStream } from '../respond.ts';
import { hasBody, isJson } from '../access/request-guard.ts';
import type { ActiveService, AnsweringService } from '../../llm-client/llm-client.ts';
import type { LocalApiLimits, MemoryBudget } from '../limits.ts';
import { headerValue, pickHeaders, requestHeaders } from '../headers.ts';
import type { UpstreamRequest } from '../../upstream/upstream.ts';
import { readModelName, readMultipartModel, type ModelName } from './read-model-name.ts';
import { type Destination, catalogSegments, resolveDestination, type DestinationContext, type LocalApiRoute } from './destination.ts';
import { relay } from './relay.ts';
import { nativePath, type NativeDialects } from '../translation/native-dialects.ts';
import { answerTranslated, translatedPath, type TranslatedPath } from '../translation/translate.ts';
import { announcedLength, bufferBody, streamBody, type BodyError } from './request-body.ts';

/** What forwarding a request needs. */
export interface ForwardingContext extends DestinationContext {
  readonly service: AnsweringService;
  readonly limits: LocalApiLimits;
  readonly bodyMemory: MemoryBudget;
  readonly nativeDialects: NativeDialects;
  readonly settings: () => LocalApiSettings;
}

/** A buffered body, or one to stream as it arrives. */
type Body = Buffer | 'streamed' | undefined;

/** Bodies up to this size are buffered, because sending one buffer is faster than a stream. */
const maxBufferedBytes = 64 * 1024;

/**
 * Forwards a request to the destination that its path, or the model in its body, names. `sendContinue` asks a waiting client for its
 * body.
 */
export async function forward(
  context: ForwardingContext,
  exchange: LocalApiExchange,
  route: Extract<LocalApiRoute, { kind: 'by-model' | 'proxy' | 'direct' | 'engine' }>,
  sendContinue: () => void,
): Promise<void> {
  const { limits } = context;
  const { request, record } = exchange;
  const length = announcedLength(request);
  if (length !== undefined && length > limits.bodyBytes) return sendError(exchange, bodyTooLarge(limits.bodyBytes));
  sendContinue();
  if (route.kind === 'by-model') return forwardByModel(context, exchange, route.rest);
  // Outside `v1` only engines in the catalog are allowed, because the service has other pages under one-segment paths.
  if (route.kind === 'engine' && !catalogSegments(context.service).includes(route.segment)) return sendError(exchange, noSuchPath);
  const destination: Destination =
    route.kind === 'proxy' ? { mode: 'proxy' } : { mode: 'direct', segment: route.segment, isBesideV1: route.kind === 'engine' };
  record.setDestination(destination.mode, null);
  if (!hasBody(request.rawHeaders)) return relayTo(context, exchange, destination, route.rest, undefined);
  if (length === undefined || length > maxBufferedBytes) {
    return relayTo(context, exchange, destination, route.rest, 'streamed');
  }
  const buffered = await bufferBody(request, limits, record.addRequestBytes);
  if (!buffered.ok) return reject(exchange, buffered.error);
  const modelName = readModelName(buffered.body);
  if (modelName.kind === 'named') record.setDestination(destination.mode, modelName.model);
  return relayTo(context, exchange, destination, route.rest, buffered.body);
}

/** Buffers the body at any size, because the model in it decides the destination. */
async function forwardByModel(context: ForwardingContext, exchange: LocalApiExchange, rest: string): Promise<void> {
  const { limits, bodyMemory, service } = context;
  const { request, record } = exchange;
  if (!hasBody(request.rawHeaders)) {
    const destination = await resolveDestination(context, exchange, modelInQuery(rest));
    if ('status' in destination) return reject(exchange, exchange.clientGone.aborted ? null : destination);
    return relayTo(context, exchange, destination, rest, undefined);
  }
  const reservation = bodyMemory.reserve(announcedLength(request));
  if (!reservation) return sendError(exchange, memoryFull);
  try {
    const buffered = await bufferBody(request, limits, record.addRequestBytes, reservation.grow);
    if (!buffered.ok) return reject(exchange, buffered.error);
    const isEncoded = (headerValue(request.rawHeaders, 'content-encoding')?.toLowerCase() ?? 'identity') !== 'identity';
    if (isEncoded && service.mode !== 'proxy') return sendError(exchange, compressedBody);
    const type = headerValue(request.rawHeaders, 'content-type') ?? '';
    const modelName: ModelName = isEncoded ? { kind: 'absent' } : readModel(buffered.body, type);
    if (modelName.kind === 'not-json' && isJson(type)) return sendError(exchange, notJsonObject);
    const model = modelName.kind === 'named' ? modelName.model : modelInQuery(rest);
    const destination = await resolveDestination(context, exchange, model);
    if ('status' in destination) return reject(exchange, exchange.clientGone.aborted ? null : destination);
    const translated = isEncoded || request.method !== 'POST' ? undefined : translatedPath(rest);
    if (!translated) return await relayTo(context, exchange, destination, rest, buffered.body);
    if (await isNative(context, exchange, translated, destination, model)) {
      return await relayTo(context, exchange, destination, nativePath(rest, destination), buffered.body);
    }
    await answerTranslated(context, exchange, translated, destination, buffered.body);
  } finally {
    reservation.release();
  }
}

/** Returns whether the service answers the request's dialect itself, if the user lets it. */
async function isNative(
  { settings, nativeDialects, service }: ForwardingContext,
  { clientGone }: LocalApiExchange,
  { from }: TranslatedPath,
  destination: Destination,
  model: string | undefined,
): Promise<boolean> {
  return settings().passedOn.includes(from) && nativeDialects.isNative(service, from, destination, model ?? '', clientGone);
}

function readModel(body: Buffer, type: string): ModelName {
  return /^multipart\/form-data\b/i.test(type) ? readMultipartModel(body, type) : readModelName(body);
}

function modelInQuery(rest: string): string | undefined {
  return new URLSearchParams(rest.split('?')[1] ?? '').get('model') || undefined;
}

async function relayTo(
  { service, limits }: ForwardingContext,
  exchange: LocalApiExchange,
  destination: Destination,
  rest: string,
  body: Body,
): Promise<void> {
  const { addresses, upstreams, token } = service;
  const { request, record } = exchange;
  const credential = destination.mode === 'proxy' ? await token(exchange.clientGone) : undefined;
  if (credential && !credential.ok) return sendFailure(exchange, credential.failure);
  const apiToken = credential?.value;
  if (apiToken === null) return sendFailure(exchange, failure('token-missing'));
  // Opened only now, because a rejected request's body is discarded.
  const streamed = body === 'streamed' ? streamBody(request, limits, record.addRequestBytes) : undefined;
  const buffered = body === 'streamed' ? undefined : body;
  const length = streamed ? announcedLength(request) : undefined;
  const wantsEvents = wantsEventStream(request.rawHeaders, buffered);
  const headers = requestHeaders(request.rawHeaders);
  const relayRequest = {
    upstream: upstreams[destination.mode],
    mode: destination.mode,
    segment: destination.mode === 'direct' ? destination.segment : undefined,
    method: request.method as UpstreamRequest['method'], // the guard rejects all others
    path: basePath(destination, addresses) + rest,
    headers: [
      // Comments may have been sent before the events, so these can't be compressed.
      ...(wantsEvents ? pickHeaders(headers, (name) => name !== 'accept-encoding') : headers),
      ...(length === undefined ? [] : ['content-length', String(length)]),
      ...(apiToken === undefined ? [] : ['authorization', `bearer ${apiToken}`]),
    ],
    body: streamed ? streamed.stream : buffered,
    firstByteMs: service.timeouts.firstByteMs,
    keepAlive: {
      everyMs: limits.keepAliveMs,
      isAwaited: () => destination.mode === 'direct' && service.isTunnelAwaited(),
      wantsEvents,
    },
    secrets: apiToken === undefined ? [] : [apiToken],
  };
  try {
    await relay(exchange, relayRequest, () => streamed?.error());
  } finally {
    await streamed?.close(); // nobody may have read it, and its timer would run for ever
    discardBody(exchange); // the service may have answered before it read everything
  }
}

function basePath(destination: Destination, { proxyBase, directBase, engineBase }: ActiveService['addresses']): string {
  if (destination.mode === 'proxy') return proxyBase;
  return destination.isBesideV1 ? engineBase(destination.segment) : directBase(destination.segment);
}

/** Sends why a request isn't forwarded, unless the client has gone. */
function reject(exchange: LocalApiExchange, error: BodyError): void {
  if (error) sendError(exchange, error);
  else exchange.record.setFailure(localApiText.clientDisconnected);
}
