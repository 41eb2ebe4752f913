import { failure } from '../../contract/failures/fail.ts';
import type { Readable } from 'node:stream';
import { FailureError } from '../shared/failure-error.ts';

/** A request with its limits. */
export interface WebRequest {
  readonly method: string;
  /** http or https. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
  readonly limitMs: number;
  readonly limitBytes: number;
}

/** The response to a request. */
export interface WebResponse {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
  /** Whether the body was cut at the limit. */
  readonly isCut: boolean;
}

/** Reads a body up to a limit. A longer one is cut and its connection closed. */
export async function readLimited(body: Readable, limit: number): Promise<{ readonly body: Buffer; readonly isCut: boolean }> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of body) {
    const bytes = piece as Buffer; // no encoding is set on it
    pieces.push(bytes);
    size += bytes.length;
    if (size > limit) break; // leaving the loop destroys the stream
  }
  return { body: Buffer.concat(pieces).subarray(0, limit), isCut: size > limit };
}

/** Limits the body of a response, because libraries read bodies without a limit. A longer body ends with a failure. */
export function limitedResponse({ status, statusText, headers, body }: Response, limit: number, host: string): Response {
  if (body === null) return new Response(null, { status, statusText, headers: [...headers] });
  let size = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      size += piece.byteLength;
      if (size > limit) controller.error(new FailureError(failure('web-answer-too-long', { host })));
      else controller.enqueue(piece);
    },
  });
  return new Response(body.pipeThrough(counted), { status, statusText, headers: [...headers] });
}
