import type { ServerResponse } from 'node:http';

/** How far an answer came that can't go on. */
export interface AbortedResponse {
  /** Whether the answer has a length or chunks, so that a missing rest shows. */
  readonly isFramed: boolean;
  /** A last event, where the answer is a stream of them: an error in JSON. */
  readonly event: string | undefined;
}

/** How long a last word may take to go out. */
const lastWordMs = 3_000;

/** Ends an answer that has begun so that no client takes it for complete. */
export function abortResponse(response: ServerResponse, { isFramed, event }: AbortedResponse): void {
  const { socket } = response;
  if (!socket || socket.destroyed) return;
  const cut = (): void => {
    clearTimeout(timer);
    // Without a frame, the end of the connection is the end of the answer: only a reset tells.
    if (isFramed) socket.destroy();
    else socket.resetAndDestroy();
  };
  const timer = setTimeout(cut, lastWordMs); // a reader that has stopped reading would keep us for ever
  if (event !== undefined) response.write(`\n\ndata: ${event}\n\n`, cut);
  else setImmediate(() => socket.write('', cut)); // what came before still arrives
}
