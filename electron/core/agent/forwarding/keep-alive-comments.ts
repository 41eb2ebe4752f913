import type { AgentExchange } from '../respond.ts';
import { headerValue } from '../headers.ts';
import { requestsStream } from './read-model-name.ts';

export interface KeepAliveOptions {
  readonly everyMs: number;
  /** Whether it is the tunnel that is waited for. */
  readonly isAwaited: () => boolean;
  /** The request's body, where all of it is here. */
  readonly body: Buffer | undefined;
}

/** Comment lines for a client that waits for the tunnel, so that it does not give up a connection over which nothing comes. */
export interface KeepAliveComments {
  /** Whether the client has been sent one: then the head of the answer is out. */
  readonly hasBegun: () => boolean;
  readonly end: () => void;
}

const comment = ': waiting for the tunnel\n\n';

/** Sends them only to a client that asked for a stream of events, in which comments are nothing; others see nothing of it. */
export function sendKeepAliveComments(exchange: AgentExchange, { everyMs, isAwaited, body }: KeepAliveOptions): KeepAliveComments {
  const { request, response, record, cors } = exchange;
  let hasBegun = false;
  const timer = setInterval(() => {
    if (!isAwaited() || exchange.clientGone.aborted) return;
    if (!hasBegun && !wantsEventStream(request.rawHeaders, body)) return clearInterval(timer);
    if (!hasBegun) {
      hasBegun = true;
      record.setStatus(200, true);
      response.writeHead(200, [
        'content-type',
        'text/event-stream',
        'cache-control',
        'no-store',
        'x-content-type-options',
        'nosniff',
        ...cors,
      ]);
    }
    response.write(comment);
  }, everyMs);
  return { hasBegun: () => hasBegun, end: () => clearInterval(timer) };
}

/** One that takes JSON as well may be answered with that. */
function wantsEventStream(headers: readonly string[], body: Buffer | undefined): boolean {
  return (
    /^\s*text\/event-stream\s*(?:;[^,]*)?$/i.test(headerValue(headers, 'accept') ?? '') || (body !== undefined && requestsStream(body))
  );
}
