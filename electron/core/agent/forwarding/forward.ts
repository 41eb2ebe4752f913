import type { AgentError } from '../agent-error.ts';
import { sendError, sendFailure, type AgentExchange } from '../respond.ts';
import { hasBody, isJson } from '../access/request-guard.ts';
import { tokenMissing, type ActiveService } from '../../llm-client/llm-client.ts';
import type { AgentLimits, MemoryBudget } from '../limits.ts';
import { listModels, type DiscoveredModels } from '../list-models.ts';
import { valueOf, requestHeaders } from '../headers.ts';
import type { UpstreamRequest } from '../../upstream/upstream.ts';
import { readModelName, readMultipartModel } from './read-model-name.ts';
import { destinationFor, type Destination } from './destination.ts';
import { relay } from './relay.ts';
import { announcedLength, bufferBody, streamBody, tooLarge, type BodyError, type StreamedBody } from './request-body.ts';
import { noSuchPath, type AgentRoute } from './parse-route.ts';

/** What forwarding needs. */
export interface Forwarding {
  readonly ground: ActiveService;
  readonly limits: AgentLimits;
  readonly held: MemoryBudget;
  readonly live: DiscoveredModels;
}

/** Whole, or as it comes. */
type Body = Buffer | StreamedBody | undefined;

/** Bodies up to this are taken in whole: one piece is sent faster than a stream. */
const smallBody = 64 * 1024;

/** Sends a request where its path, or the model in its body, says. `invite` tells a client that waits to send its body. */
export async function forward(
  forwarding: Forwarding,
  exchange: AgentExchange,
  route: Extract<AgentRoute, { kind: 'by-model' | 'proxy' | 'direct' | 'engine' }>,
  sendContinue: () => void,
): Promise<void> {
  const { limits } = forwarding;
  const { request, note } = exchange;
  const length = announcedLength(request);
  if (length !== undefined && length > limits.bodyBytes) return sendError(exchange, tooLarge(limits.bodyBytes));
  sendContinue();
  if (route.kind === 'by-model') return forwardByModel(forwarding, exchange, route.rest);
  // Beside its `v1` only an engine that the catalog knows: the service has other things under names of one part.
  if (route.kind === 'engine' && !segmentsOf(forwarding.ground).includes(route.segment)) return sendError(exchange, noSuchPath);
  const place: Destination =
    route.kind === 'proxy' ? { way: 'proxy' } : { way: 'direct', segment: route.segment, isBesideV1: route.kind === 'engine' };
  note.goesTo(place.way, null);
  if (!hasBody(request.rawHeaders)) return send(forwarding, exchange, place, route.rest, undefined);
  if (length === undefined || length > smallBody) {
    return send(forwarding, exchange, place, route.rest, streamBody(request, limits, note.sent));
  }
  const taken = await bufferBody(request, limits, note.sent);
  if (!taken.ok) return giveUp(exchange, taken.trouble);
  const name = readModelName(taken.body);
  if (name.kind === 'named') note.goesTo(place.way, name.model);
  return send(forwarding, exchange, place, route.rest, taken.body);
}

/** The one case in which a body is held whatever its size, because the model in it decides. */
async function forwardByModel(forwarding: Forwarding, exchange: AgentExchange, rest: string): Promise<void> {
  const { limits, held, ground } = forwarding;
  const { request, note } = exchange;
  if (!hasBody(request.rawHeaders)) {
    const place = await placeFor(forwarding, exchange, modelInQuery(rest));
    return 'status' in place ? sendError(exchange, place) : send(forwarding, exchange, place, rest, undefined);
  }
  const share = held.take(announcedLength(request) ?? limits.bodyBytes);
  if (!share) return sendError(exchange, tooMuchHeld);
  try {
    const taken = await bufferBody(request, limits, note.sent);
    if (!taken.ok) return giveUp(exchange, taken.trouble);
    share.settle(taken.body.length);
    const encoding = valueOf(request.rawHeaders, 'content-encoding')?.toLowerCase() ?? 'identity';
    if (encoding !== 'identity' && ground.mode !== 'proxy') return sendError(exchange, packed);
    const type = valueOf(request.rawHeaders, 'content-type') ?? '';
    const isForm = /^multipart\/form-data\b/i.test(type);
    const name = isForm ? readMultipartModel(taken.body, type) : readModelName(taken.body);
    if (name.kind === 'not-json' && isJson(type)) return sendError(exchange, notObject);
    const place = await placeFor(forwarding, exchange, name.kind === 'named' ? name.model : modelInQuery(rest));
    if ('status' in place) return sendError(exchange, place);
    return await send(forwarding, exchange, place, rest, taken.body);
  } finally {
    share.release();
  }
}

/** Where a request goes: by its model, or to the only place there is. */
async function placeFor(
  forwarding: Forwarding,
  { note, gone }: AgentExchange,
  model: string | undefined,
): Promise<Destination | AgentError> {
  const { mode } = forwarding.ground;
  note.goesTo(mode, model ?? null);
  if (model !== undefined) return findDestination(forwarding, model, gone);
  if (mode === 'proxy') return { way: 'proxy' };
  const segments = segmentsOf(forwarding.ground);
  const [only] = segments;
  return only !== undefined && segments.length === 1 ? { way: 'direct', segment: only } : noModel(segments);
}

function segmentsOf({ models }: ActiveService): readonly string[] {
  return [...new Set(models.flatMap(({ segment }) => segment ?? []))];
}

function modelInQuery(rest: string): string | undefined {
  return new URLSearchParams(rest.split('?')[1] ?? '').get('model') || undefined;
}

/** By the catalog; a model it does not know may be new, so the engines are asked before the no. */
async function findDestination({ ground, live }: Forwarding, model: string, signal: AbortSignal): Promise<Destination | AgentError> {
  const known = destinationFor(model, ground);
  if (!('status' in known) || ground.mode === 'proxy') return known;
  const { id } = ground.profile;
  if (live.find(id, model) === undefined) {
    const listed = await listModels(ground, '', signal);
    if (listed.ok) live.remember(id, listed.value);
  }
  const segment = live.find(id, model);
  return segment === undefined ? known : { way: 'direct', segment };
}

async function send({ ground, limits }: Forwarding, exchange: AgentExchange, place: Destination, rest: string, body: Body): Promise<void> {
  const { addresses, upstreams, token } = ground;
  const { request } = exchange;
  const credential = place.way === 'proxy' ? await token(exchange.gone) : undefined;
  if (credential && !credential.ok) return sendFailure(exchange, credential.failure);
  const secret = credential?.value;
  if (secret === null) return sendFailure(exchange, tokenMissing);
  const passing = body !== undefined && 'stream' in body ? body : undefined;
  const length = passing ? announcedLength(request) : undefined;
  const passage = {
    upstream: upstreams[place.way],
    way: place.way,
    segment: place.way === 'direct' ? place.segment : undefined,
    method: request.method as UpstreamRequest['method'], // the guard lets no other in
    path: baseOf(place, addresses) + rest,
    headers: [
      ...requestHeaders(request.rawHeaders),
      ...(length === undefined ? [] : ['content-length', String(length)]),
      ...(secret === undefined ? [] : ['authorization', `bearer ${secret}`]),
    ],
    body: body !== undefined && 'stream' in body ? body.stream : body,
    firstByteMs: ground.timeouts.firstByteMs,
    signs: {
      everyMs: limits.signMs,
      isAwaited: () => place.way === 'direct' && ground.isTunnelAwaited(),
      body: body !== undefined && 'stream' in body ? undefined : body,
    },
    secrets: secret === undefined ? [] : [secret],
  };
  await relay(exchange, passage, () => passing?.trouble());
}

function baseOf(place: Destination, { proxyBase, directBase, engineBase }: ActiveService['addresses']): string {
  if (place.way === 'proxy') return proxyBase;
  return place.isBesideV1 ? engineBase(place.segment) : directBase(place.segment);
}

function giveUp(exchange: AgentExchange, trouble: BodyError): void {
  if (trouble) sendError(exchange, trouble);
  else exchange.note.failed('The client went away.');
}

function noModel(segments: readonly string[]): AgentError {
  return {
    status: 400,
    code: 'model_missing',
    message: 'The request names no model, so it can not be told where it should go.',
    remedy: `Put "model" into its body, or write the engine into the path: ${segments.map((segment) => `/${segment}/v1/…`).join(', ') || '/<segment>/v1/…'}.`,
    param: 'model',
  };
}

const notObject: AgentError = {
  status: 400,
  code: 'invalid_json',
  message: 'The body is not a JSON object.',
  remedy: 'Send a JSON object with a "model".',
};

const packed: AgentError = {
  status: 415,
  code: 'encoded_body',
  message: 'The body is compressed, so its model can not be read.',
  remedy: 'Send it uncompressed, or use /<segment>/v1/….',
};

const tooMuchHeld: AgentError = {
  status: 503,
  code: 'too_many_requests',
  message: 'Causeway holds as many large requests as it can.',
  remedy: 'Wait a second, or send fewer at a time.',
  retryAfterSeconds: 1,
};
