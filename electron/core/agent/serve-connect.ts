import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { unexpected, type Failure } from '../../contract/failure.ts';
import { agentErrorFor, type AgentError } from './agent-error.ts';
import { toRequestHead, checkRequestShape } from './access/request-guard.ts';
import { readProxyKeys } from './access/authorize.ts';
import { sendRawError } from './port/listener.ts';
import type { ActiveService } from '../llm-client/llm-client.ts';
import { requireActiveService, type RequestContext } from './request-context.ts';
import type { Duplex } from 'node:stream';
import { networkFailure } from '../upstream/upstream.ts';
import type { DialTarget } from '../shared/dial.ts';
import type { Note } from './inspector/inspector.ts';
import { valueOf, valuesOf } from './headers.ts';

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
      const { connectMs, tunnelWaitMs } = ground.value.timeouts;
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

/** Whether a CONNECT may be made: from no web page, and to the service itself, by its target and its Host alike. */
export function checkConnectRequest({ url, httpVersion, rawHeaders }: IncomingMessage, service: DialTarget): AgentError | undefined {
  const hosts = valuesOf(rawHeaders, 'host');
  // HTTP/1.0 knows no Host, and older Python libraries still speak it to proxies; a browser never does.
  const isNamed = hosts.length === 1 ? isService(hosts[0] ?? '', service) : hosts.length === 0 && httpVersion === '1.0';
  if (!isService(url ?? '', service) || !isNamed) return elsewhere(service);
  const isFromPage = ['origin', 'sec-fetch-site', 'sec-fetch-mode'].some((name) => valueOf(rawHeaders, name) !== undefined);
  return isFromPage ? elsewhere(service) : undefined;
}

/** Joins a client with the inference server; TLS runs through from end to end. Says why where it can't. */
export async function connectToService(
  socket: Socket,
  head: Buffer,
  ground: ActiveService,
  note: Note,
  limit: { readonly signal: AbortSignal; readonly ms: number },
): Promise<Failure | undefined> {
  const late = AbortSignal.timeout(limit.ms);
  let remote: Duplex;
  try {
    remote = await ground.dialDirect(ground.serviceAddress, AbortSignal.any([limit.signal, late]));
  } catch (error) {
    const cause = late.aborted ? Object.assign(new Error('too late'), { code: 'ETIMEDOUT' }) : error;
    return networkFailure(cause, ground.addresses.host);
  }
  if (socket.destroyed) {
    remote.destroy();
    return undefined;
  }
  note.answered(200);
  await new Promise<void>((resolve) => {
    let isBroken = false;
    remote.on('error', (error) => {
      isBroken = true;
      note.failed(networkFailure(error, ground.addresses.host).message);
      socket.resetAndDestroy();
    });
    // A channel of the tunnel can close without an end; that must not look like one.
    remote.once('close', () => {
      if (!isBroken && !remote.readableEnded) socket.resetAndDestroy();
    });
    socket.once('close', () => {
      remote.destroy();
      resolve();
    });
    socket.on('data', note.sent);
    remote.on('data', note.piece);
    socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) remote.write(head);
    socket.pipe(remote).pipe(socket);
  });
  return undefined;
}

function isService(written: string, { host, port }: DialTarget): boolean {
  const name = host.includes(':') ? `[${host}]` : host;
  return written.toLowerCase() === `${name.toLowerCase()}:${port}`;
}

function elsewhere({ host, port }: DialTarget): AgentError {
  return {
    status: 403,
    code: 'connect_elsewhere',
    message: 'Only the service itself can be reached this way.',
    remedy: `Use this proxy for ${host}:${port} alone, with one command or client.`,
  };
}
