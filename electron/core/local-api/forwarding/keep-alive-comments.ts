import type { LocalApiExchange } from '../respond.ts';
import { headerValue } from '../headers.ts';
import { requestsStream } from './read-model-name.ts';

export interface KeepAliveOptions {
  readonly everyMs: number;
  /** Returns true while the request waits for the tunnel. */
  readonly isAwaited: () => boolean;
  /** True if the client asked for an event stream, which ignores comments. */
  readonly wantsEvents: boolean;
}

/** Comment lines that keep a client connected while it waits for the tunnel. */
export interface KeepAliveComments {
  /** Returns true if a comment, and so the response head, was sent. */
  readonly hasBegun: () => boolean;
  readonly end: () => void;
}

const comment = ': waiting for the tunnel\n\n';

/** Sends comments while the request waits for the tunnel. */
export function sendKeepAliveComments(
  exchange: LocalApiExchange,
  { everyMs, isAwaited, wantsEvents }: KeepAliveOptions,
): KeepAliveComments {
  if (!wantsEvents) return { hasBegun: () => false, end: () => undefined };
  const { response, record, cors } = exchange;
  let hasBegun = false;
  const timer = setInterval(() => {
    if (!isAwaited() || exchange.clientGone.aborted) return;
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

/**
 * Returns true if the client asked for an event stream, by its Accept header or in a buffered body. A client that also accepts JSON may
 * get a JSON answer, so it must not get events.
 */
export function wantsEventStream(headers: readonly string[], body: Buffer | undefined): boolean {
  return (
    /^\s*text\/event-stream\s*(?:;[^,]*)?$/i.test(headerValue(headers, 'accept') ?? '') || (body !== undefined && requestsStream(body))
  );
}
