import type { IncomingMessage, ServerResponse } from 'node:http';
import { unexpected } from '../../contract/failure.ts';
import type { Mode } from '../../contract/profile.ts';
import type { Need } from './door/admission.ts';
import { corsHeaders, preflightHeaders } from './door/cors.ts';
import { hasBody, headOf, judgeHead } from './door/guard.ts';
import { shownKey } from './door/shown-key.ts';
import { refuse, refuseFor, reply, replyJson, type Exchange } from './exchange.ts';
import type { Ground } from './ground.ts';
import { forward } from './road/forward.ts';
import { routeOf, type Route } from './road/route.ts';
import { listModels } from './models-list.ts';
import { unknownModel } from './road/place.ts';
import { groundOf } from './reach-ground.ts';
import type { Serving } from './serving.ts';
import { describeStatus } from './status.ts';

/** Answers one request, whatever becomes of it. */
export async function serve(serving: Serving, request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean): Promise<void> {
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
  const head = headOf(request);
  const verdict = judgeHead(head, { port, allowedOrigins: serving.settings().allowedOrigins });
  const cors = verdict.kind === 'let-in' ? corsHeaders(verdict.origin, head.rawHeaders) : [];
  const exchange: Exchange = { request, response, gone: gone.signal, note, cors, inWords: serving.inWords };
  try {
    if (verdict.kind === 'refused') return refuse(exchange, verdict.error);
    if (verdict.kind === 'preflight') return replyPreflight(exchange, verdict.origin);
    const route = routeOf(head.method, head.target);
    if (route.kind === 'refused') return refuse(exchange, route.error);
    if (route.kind === 'health') return replyJson(exchange, 200, { status: 'ok' });
    await answer(serving, exchange, route, awaitsContinue);
  } catch (error) {
    serving.onBug(error);
    if (response.headersSent) response.destroy();
    else refuseFor(exchange, unexpected().failure);
  }
}

async function answer(
  serving: Serving,
  exchange: Exchange,
  route: Exclude<Route, { kind: 'refused' | 'health' }>,
  awaitsContinue: boolean,
): Promise<void> {
  const { request, response, note } = exchange;
  const ground = await groundOf(serving);
  const shown = shownKey(request.rawHeaders);
  const need = needOf(route, ground.ok ? ground.value.mode : 'proxy');
  const admission = await serving.admitting.admit(need, request.socket, shown === undefined ? [] : [shown]);
  if (!admission.ok) return refuse(exchange, admission.error);
  note.cameFrom(admission.key?.name ?? null);
  if (route.kind === 'status') return replyJson(exchange, 200, describeStatus(serving.own(), ground));
  if (!ground.ok) return refuseFor(exchange, ground.failure);
  const slot = serving.slots.take(admission.key?.id ?? '');
  if (!('release' in slot)) return refuse(exchange, slot);
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

async function answerModels({ place, live }: Serving, exchange: Exchange, ground: Ground, id: string | null): Promise<void> {
  exchange.note.goesTo(ground.mode, id);
  const listed = await listModels(ground, `http://127.0.0.1:${place().port}`, exchange.gone);
  if (!listed.ok) return refuseFor(exchange, listed.failure);
  if (ground.mode === 'direct') live.remember(ground.profile.id, listed.value);
  if (id === null) return replyJson(exchange, 200, { object: 'list', data: listed.value });
  const found = listed.value.find((model) => model.id === id);
  if (found) replyJson(exchange, 200, found);
  else refuse(exchange, unknownModel(id, ground.mode, listed.value));
}

function needOf(route: Route, mode: Mode): Need {
  if (route.kind === 'proxy') return 'key';
  return route.kind === 'by-model' && mode === 'proxy' ? 'key' : 'own-user';
}

function replyPreflight(exchange: Exchange, origin: string): void {
  const asked = preflightHeaders(origin, exchange.request.rawHeaders);
  reply({ ...exchange, cors: asked }, 204, '', {});
}
