import { describeFailure } from '../../contract/failures/render-failure.ts';
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import type { Failure } from '../../contract/failure.ts';
import { unexpected } from '../../contract/failures/fail.ts';
import { localApiErrorFor, type LocalApiError } from './local-api-error.ts';
import { connectElsewhere, toProxyError } from './api-errors.ts';
import { toRequestHead, checkRequestShape } from './access/request-guard.ts';
import { readProxyKeys } from './access/authorize.ts';
import { pipeBoth } from './port/forward-port.ts';
import { sendRawError } from './port/listener.ts';
import type { ActiveService } from '../llm-client/llm-client.ts';
import { requireActiveService, type RequestContext } from './request-context.ts';
import type { Duplex } from 'node:stream';
import { networkFailure } from '../upstream/upstream.ts';
import type { DialTarget } from '../shared/dial.ts';
import type { RequestRecord } from './inspector/inspector.ts';
import { headerValue, headerValues } from './headers.ts';

/** Answers a CONNECT. Afterwards the connection carries raw bytes between client and service. */
export async function serveConnect(context: RequestContext, request: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
  const clientGone = new AbortController();
  socket.on('error', () => socket.destroy());
  socket.once('close', () => clientGone.abort(new Error('the client has gone')));
  const record = context.inspector.open({ method: 'CONNECT', path: request.url ?? '', userAgent: request.headers['user-agent'] ?? '' });
  const reject = (error: LocalApiError): void => {
    record.setStatus(error.status);
    record.setFailure(error.message);
    sendRawError(socket, error);
  };
  const rejectFailure = (failure: Failure): void => reject(localApiErrorFor(failure, context.surface));
  try {
    const malformed = checkRequestShape(toRequestHead(request));
    if (malformed) return reject(malformed);
    const service = await requireActiveService(context);
    if (!service.ok) return rejectFailure(service.failure);
    const refused = checkConnectRequest(request, service.value.serviceAddress);
    if (refused) return reject(refused);
    const authorization = await context.authorizer.authorize('own-user', socket, readProxyKeys(request.rawHeaders));
    if (!authorization.ok) return reject(toProxyError(authorization.error, context.authorizer.keyHint));
    record.setKey(authorization.key?.name ?? null);
    record.setDestination('direct', null);
    const slot = context.slots.take(authorization.key?.id ?? '');
    if (!('release' in slot)) return reject(slot);
    try {
      const { connectMs, tunnelWaitMs } = service.value.timeouts;
      const ms = service.value.direct.now === 'straight' ? connectMs : tunnelWaitMs + connectMs;
      const failure = await connectToService(socket, head, service.value, record, { signal: clientGone.signal, ms });
      if (failure) rejectFailure(failure);
    } finally {
      slot.release();
    }
  } catch (error) {
    context.onBug(error);
    rejectFailure(unexpected().failure);
  } finally {
    record.end();
  }
}

/** Returns an error unless the CONNECT names the service in target and Host, and comes from no web page. */
export function checkConnectRequest({ url, httpVersion, rawHeaders }: IncomingMessage, service: DialTarget): LocalApiError | undefined {
  const hosts = headerValues(rawHeaders, 'host');
  // HTTP/1.0 has no Host. Older Python libraries still use it for proxies; browsers never do.
  const isNamed = hosts.length === 1 ? isServiceAddress(hosts[0] ?? '', service) : hosts.length === 0 && httpVersion === '1.0';
  if (!isServiceAddress(url ?? '', service) || !isNamed) return connectElsewhere(service);
  const isFromPage = ['origin', 'sec-fetch-site', 'sec-fetch-mode'].some((name) => headerValue(rawHeaders, name) !== undefined);
  return isFromPage ? connectElsewhere(service) : undefined;
}

/** Connects a client with the inference server. TLS stays end to end. Returns the failure if it can't. */
export async function connectToService(
  socket: Socket,
  head: Buffer,
  service: ActiveService,
  record: RequestRecord,
  limit: { readonly signal: AbortSignal; readonly ms: number },
): Promise<Failure | undefined> {
  const timeout = AbortSignal.timeout(limit.ms);
  let remote: Duplex;
  try {
    remote = await service.dialDirect(service.serviceAddress, AbortSignal.any([limit.signal, timeout]));
  } catch (error) {
    const cause = timeout.aborted ? Object.assign(new Error('too late'), { code: 'ETIMEDOUT' }) : error;
    return networkFailure(cause, service.addresses.host);
  }
  if (socket.destroyed) {
    remote.destroy();
    return undefined;
  }
  record.setStatus(200);
  socket.on('data', record.addRequestBytes);
  remote.on('data', record.addResponseBytes);
  socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
  if (head.length > 0) remote.write(head);
  pipeBoth(socket, remote, (error) => record.setFailure(describeFailure(networkFailure(error, service.addresses.host)).message));
  await new Promise((resolve) => socket.once('close', resolve));
  return undefined;
}

function isServiceAddress(address: string, { host, port }: DialTarget): boolean {
  const name = host.includes(':') ? `[${host}]` : host;
  return address.toLowerCase() === `${name.toLowerCase()}:${port}`;
}
