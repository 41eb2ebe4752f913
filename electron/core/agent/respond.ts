import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Failure } from '../../contract/failure.ts';
import { errorHeaders, errorJson, agentErrorFor, type AgentError } from './agent-error.ts';
import type { Note } from './inspector/inspector.ts';

/** One request and its answer. */
export interface AgentExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Aborted when the client goes away. */
  readonly gone: AbortSignal;
  readonly note: Note;
  /** What an allow-listed page must be told with every answer. */
  readonly cors: readonly string[];
  /** A failure as it is told here. */
  readonly inWords: (failure: Failure) => Failure;
}

/** How long the rest of a body that nobody wants is read and thrown away: to close at once could cut off our answer. */
const lingerMs = 1_000;

/** Sends an answer of the agent's own. */
export function send(
  { request, response, note, cors }: AgentExchange,
  status: number,
  text: string,
  headers: Readonly<Record<string, string>>,
): void {
  if (response.headersSent || response.destroyed) return;
  note.answered(status);
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
  const linger = setTimeout(() => request.socket.destroy(), lingerMs);
  request.once('end', () => clearTimeout(linger));
  request.once('close', () => clearTimeout(linger));
  request.resume();
}

/** Says no, as OpenAI's clients read it. */
export function sendError(exchange: AgentExchange, error: AgentError): void {
  exchange.note.failed(error.message);
  send(exchange, error.status, errorJson(error), errorHeaders(error));
}

/** Says no because of something behind the agent. */
export function sendFailure(exchange: AgentExchange, failure: Failure): void {
  sendError(exchange, agentErrorFor(exchange.inWords(failure)));
}

/** Sends a value. */
export function sendJson(exchange: AgentExchange, status: number, value: unknown): void {
  send(exchange, status, JSON.stringify(value), { 'content-type': 'application/json' });
}
