import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { unexpected, type Failure } from '../../contract/failure.ts';
import { agentErrorFor, type AgentError } from './agent-error.ts';
import { toRequestHead, checkRequestShape } from './access/request-guard.ts';
import { readProxyKeys } from './access/read-key.ts';
import { sendRawError } from './port/listener.ts';
import { requireActiveService } from './require-active-service.ts';
import { connectToService, checkConnectRequest } from './forwarding/http-connect.ts';
import type { RequestContext } from './request-context.ts';

/** Answers a CONNECT, after which the connection is the client's and the service's own. */
export async function serveConnect(serving: RequestContext, request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
  const gone = new AbortController();
  socket.on('error', () => socket.destroy());
  socket.once('close', () => gone.abort(new Error('the client has gone')));
  const note = serving.inspector.open({ method: 'CONNECT', path: request.url ?? '', userAgent: request.headers['user-agent'] ?? '' });
  const no = (error: AgentError): void => {
    note.answered(error.status);
    note.failed(error.message);
    sendRawError(socket, error);
  };
  const noFor = (failure: Failure): void => no(agentErrorFor(serving.inWords(failure)));
  try {
    const misshapen = checkRequestShape(toRequestHead(request));
    if (misshapen) return no(misshapen);
    const ground = await requireActiveService(serving);
    if (!ground.ok) return noFor(ground.failure);
    const elsewhere = checkConnectRequest(request, ground.value.serviceAddress);
    if (elsewhere) return no(elsewhere);
    const admission = await serving.admitting.admit('own-user', socket, readProxyKeys(request.rawHeaders));
    if (!admission.ok) return no(asProxy(admission.error, serving.admitting.makingKeys));
    note.cameFrom(admission.key?.name ?? null);
    note.goesTo('direct', null);
    const slot = serving.slots.take(admission.key?.id ?? '');
    if (!('release' in slot)) return no(slot);
    try {
      const { connectMs, tunnelWaitMs } = ground.value.patience;
      const ms = ground.value.direct.now === 'straight' ? connectMs : tunnelWaitMs + connectMs;
      const trouble = await connectToService(socket, head, ground.value, note, { signal: gone.signal, ms });
      if (trouble) noFor(trouble);
    } finally {
      slot.release();
    }
  } catch (error) {
    serving.onBug(error);
    noFor(unexpected().failure);
  } finally {
    note.ended();
  }
}

/** A proxy asks for keys with other words. */
function asProxy(error: AgentError, makingKeys: string): AgentError {
  if (error.status !== 401 && error.code !== 'other_user') return error;
  const remedy = `${makingKeys}, and put it into the address of the proxy: http://key:KEY@127.0.0.1:PORT.`;
  return { ...error, status: 407, remedy, headers: { 'proxy-authenticate': 'Basic realm="Causeway"' } };
}
