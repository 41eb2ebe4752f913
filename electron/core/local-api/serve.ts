import type { IncomingMessage, ServerResponse } from 'node:http';
import { unexpected } from '../../contract/failures/fail.ts';
import type { Mode } from '../../contract/profile.ts';
import { type RequiredAccess, readBearerKey } from './access/authorize.ts';
import { corsHeaders, preflightHeaders, hasBody, toRequestHead, checkRequestHead } from './access/request-guard.ts';
import { unknownModel } from './api-errors.ts';
import { sendError, sendFailure, send, sendJson, type LocalApiExchange } from './respond.ts';
import type { ActiveService } from '../llm-client/llm-client.ts';
import { requireActiveService, type RequestContext, describeStatus } from './request-context.ts';
import { forward } from './forwarding/forward.ts';
import { parseRoute, type LocalApiRoute } from './forwarding/destination.ts';
import { listModels } from './list-models.ts';

/** Answers one request. Never rejects. */
export async function serve(
  context: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
): Promise<void> {
  const clientGone = new AbortController();
  const record = context.inspector.open({
    method: request.method ?? '',
    path: request.url ?? '',
    userAgent: request.headers['user-agent'] ?? '',
  });
  response.on('error', () => undefined);
  response.once('close', () => {
    if (!response.writableFinished) clientGone.abort(new Error('the client has gone'));
    record.end();
  });
  const { port } = context.listenTarget;
  const head = toRequestHead(request);
  const guard = checkRequestHead(head, { port, allowedOrigins: context.settings().allowedOrigins });
  const cors =
    guard.kind === 'preflight'
      ? preflightHeaders(guard.origin, head.rawHeaders)
      : guard.kind === 'allowed'
        ? corsHeaders(guard.origin, head.rawHeaders)
        : [];
  const exchange: LocalApiExchange = {
    request,
    response,
    clientGone: clientGone.signal,
    record,
    cors,
    surface: context.surface,
    errorForm: /^\/v1\/messages\b/.test(head.target) ? 'anthropic' : 'openai',
  };
  try {
    if (guard.kind === 'refused') return sendError(exchange, guard.error);
    if (guard.kind === 'preflight') return send(exchange, 204, '', {});
    const route = parseRoute(head.method, head.target);
    if (route.kind === 'refused') return sendError(exchange, route.error);
    if (route.kind === 'health') return sendJson(exchange, { status: 'ok' });
    await respond(context, exchange, route, awaitsContinue);
  } catch (error) {
    context.onBug(error);
    if (response.headersSent) response.destroy();
    else sendFailure(exchange, unexpected().failure);
  }
}

async function respond(
  context: RequestContext,
  exchange: LocalApiExchange,
  route: Exclude<LocalApiRoute, { kind: 'refused' | 'health' }>,
  awaitsContinue: boolean,
): Promise<void> {
  const { request, response, record } = exchange;
  const service = await requireActiveService(context);
  const key = readBearerKey(request.rawHeaders);
  const required = requiredAccess(route, service.ok ? service.value.mode : 'proxy');
  const authorization = await context.authorizer.authorize(required, request.socket, key === undefined ? [] : [key]);
  if (!authorization.ok) return sendError(exchange, authorization.error);
  record.setKey(authorization.key?.name ?? null);
  if (route.kind === 'status') return sendJson(exchange, { ...describeStatus(context, service), key: authorization.key?.name ?? null });
  if (!service.ok) return sendFailure(exchange, service.failure);
  const slot = context.slots.take(authorization.key?.id ?? '');
  if (!('release' in slot)) return sendError(exchange, slot);
  try {
    if (route.kind === 'models') return await sendModels(context, exchange, service.value, route.id);
    await forward({ ...context, service: service.value }, exchange, route, () => {
      if (awaitsContinue && hasBody(request.rawHeaders)) response.writeContinue();
    });
  } finally {
    // The slot is free when the response is sent, not when our work is done.
    if (response.closed) slot.release();
    else response.once('close', slot.release);
  }
}

async function sendModels(
  { listenTarget, discovered }: RequestContext,
  exchange: LocalApiExchange,
  service: ActiveService,
  id: string | null,
): Promise<void> {
  exchange.record.setDestination(service.mode, id);
  const listed = await listModels(service, `http://127.0.0.1:${listenTarget.port}`, exchange.clientGone);
  if (!listed.ok) return sendFailure(exchange, listed.failure);
  if (service.mode === 'direct') discovered.remember(service.profile.id, listed.value);
  if (id === null) return sendJson(exchange, { object: 'list', data: listed.value });
  const found = listed.value.find((model) => model.id === id);
  if (found) sendJson(exchange, found);
  else {
    const known = listed.value.map((model) => model.id);
    sendError(exchange, unknownModel(id, service.mode, known));
  }
}

function requiredAccess(route: LocalApiRoute, mode: Mode): RequiredAccess {
  if (route.kind === 'proxy') return 'key';
  return route.kind === 'by-model' && mode === 'proxy' ? 'key' : 'own-user';
}
