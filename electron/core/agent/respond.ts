import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '../../contract/failure.ts';
import { errorHeaders, errorJson, agentErrorFor, type AgentError } from './agent-error.ts';
import type { RequestRecord } from './inspector/inspector.ts';

/** One request and its answer. */
export interface AgentExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client goes away. */
  readonly clientGone: AbortSignal;
  readonly record: RequestRecord;
  /** What an allow-listed page must be told with every answer. */
  readonly cors: readonly string[];
  /** A failure as it is told here. */
  readonly rewordFailure: (failure: Failure) => Failure;
}

/** How long the rest of a body that nobody wants is read and thrown away: to close at once could cut off our answer. */
const drainMs = 1_000;

/** Sends an answer of the agent's own. */
export function send(
  { request, response, record, cors }: AgentExchange,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  record.setStatus(status);
  response.writeHead(status, [
    ...Object.entries(headers).flat(),
    ...(text === '' ? [] : ['content-length', String(Buffer.byteLength(text))]),
    'cache-control',
    'no-store',
    'x-content-type-options',
    'nosniff',
    ...cors,
  ]);
  response.end(request.method === 'HEAD' ? undefined : text);
  if (request.complete) return;
  const drainTimer = setTimeout(() => request.socket.destroy(), drainMs);
  request.once('end', () => clearTimeout(drainTimer));
  request.once('close', () => clearTimeout(drainTimer));
  request.resume();
}

/** Says no, as OpenAI's clients read it. */
export function sendError(exchange: AgentExchange, error: AgentError): void {
  exchange.record.setFailure(error.message);
  send(exchange, error.status, errorJson(error), errorHeaders(error));
}

/** Says no because of something behind the agent. */
export function sendFailure(exchange: AgentExchange, failure: Failure): void {
  sendError(exchange, agentErrorFor(exchange.rewordFailure(failure)));
}

/** Sends a value. */
export function sendJson(exchange: AgentExchange, status: number, value: unknown): void {
  send(exchange, status, JSON.stringify(value), { 'content-type': 'application/json' });
}
