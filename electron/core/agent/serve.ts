import type { IncomingMessage, ServerResponse } from 'node:http';
import { unexpected } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import { type RequiredAccess, readKey } from './access/authorize.ts';
import { corsHeaders, preflightHeaders } from './access/cors.ts';
import { hasBody, toRequestHead, checkRequestHead } from './access/request-guard.ts';
import { sendError, sendFailure, send, sendJson, type AgentExchange } from './respond.ts';
import type { ActiveService } from '../llm-client/llm-client.ts';
import { requireActiveService, type RequestContext } from './request-context.ts';
import { forward } from './forwarding/forward.ts';
import { parseRoute, type AgentRoute } from './forwarding/parse-route.ts';
import { listModels } from './list-models.ts';
import { unknownModel } from './forwarding/destination.ts';
import { describeStatus } from './status.ts';

/** Answers one request, whatever becomes of it. */
export async function serve(
  serving: RequestContext,
  request: IncomingMessage,
  response: ServerResponse,
  awaitsContinue: boolean,
): Promise<void> {
  const gone = new AbortController();
  const note = serving.inspector.open({
    method: request.method ?? '',
    path: request.url ?? '',
    userAgent: request.headers['user-agent'] ?? '',
  });
  response.on('error', () => undefined);
  response.once('close', () => {
    if (!response.writableFinished) gone.abort(new Error('the client has gone'));
    note.ended();
  });
  const { port } = serving.place();
  const head = toRequestHead(request);
  const verdict = checkRequestHead(head, { port, allowedOrigins: serving.settings().allowedOrigins });
  const cors = verdict.kind === 'let-in' ? corsHeaders(verdict.origin, head.rawHeaders) : [];
  const exchange: AgentExchange = { request, response, gone: gone.signal, note, cors, inWords: serving.inWords };
  try {
    if (verdict.kind === 'refused') return sendError(exchange, verdict.error);
    if (verdict.kind === 'preflight') return replyPreflight(exchange, verdict.origin);
    const route = parseRoute(head.method, head.target);
    if (route.kind === 'refused') return sendError(exchange, route.error);
    if (route.kind === 'health') return sendJson(exchange, 200, { status: 'ok' });
    await answer(serving, exchange, route, awaitsContinue);
  } catch (error) {
    serving.onBug(error);
    if (response.headersSent) response.destroy();
    else sendFailure(exchange, unexpected().failure);
  }
}

async function answer(
  serving: RequestContext,
  exchange: AgentExchange,
  route: Exclude<AgentRoute, { kind: 'refused' | 'health' }>,
  awaitsContinue: boolean,
): Promise<void> {
  const { request, response, note } = exchange;
  const ground = await requireActiveService(serving);
  const shown = readKey(request.rawHeaders);
  const need = needOf(route, ground.ok ? ground.value.mode : 'proxy');
  const admission = await serving.admitting.admit(need, request.socket, shown === undefined ? [] : [shown]);
  if (!admission.ok) return sendError(exchange, admission.error);
  note.cameFrom(admission.key?.name ?? null);
  if (route.kind === 'status') return sendJson(exchange, 200, describeStatus(serving.own(), ground));
  if (!ground.ok) return sendFailure(exchange, ground.failure);
  const slot = serving.slots.take(admission.key?.id ?? '');
  if (!('release' in slot)) return sendError(exchange, slot);
  try {
    if (route.kind === 'models') return await answerModels(serving, exchange, ground.value, route.id);
    await forward({ ...serving, ground: ground.value }, exchange, route, () => {
      if (awaitsContinue && hasBody(request.rawHeaders)) response.writeContinue();
    });
  } finally {
    // The place is free when the answer is out, not when we have done our part of it.
    if (response.closed) slot.release();
    else response.once('close', slot.release);
  }
}

async function answerModels(
  { place, live }: RequestContext,
  exchange: AgentExchange,
  ground: ActiveService,
  id: string | null,
): Promise<void> {
  exchange.note.goesTo(ground.mode, id);
  const listed = await listModels(ground, `http://127.0.0.1:${place().port}`, exchange.gone);
  if (!listed.ok) return sendFailure(exchange, listed.failure);
  if (ground.mode === 'direct') live.remember(ground.profile.id, listed.value);
  if (id === null) return sendJson(exchange, 200, { object: 'list', data: listed.value });
  const found = listed.value.find((model) => model.id === id);
  if (found) sendJson(exchange, 200, found);
  else sendError(exchange, unknownModel(id, ground.mode, listed.value));
}

function needOf(route: AgentRoute, mode: Mode): RequiredAccess {
  if (route.kind === 'proxy') return 'key';
  return route.kind === 'by-model' && mode === 'proxy' ? 'key' : 'own-user';
}

function replyPreflight(exchange: AgentExchange, origin: string): void {
  const asked = preflightHeaders(origin, exchange.request.rawHeaders);
  send({ ...exchange, cors: asked }, 204, '', {});
}
