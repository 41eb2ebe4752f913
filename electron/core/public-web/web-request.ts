import { pipeline, type Readable, type Transform } from 'node:stream';
import { constants, createBrotliDecompress, createUnzip } from 'node:zlib';
import { failure } from '../../contract/failures/fail.ts';
import { FailureError } from '../shared/dial.ts';

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

// accept an empty body too, as of a 204
const unzip = (): Transform => createUnzip({ finishFlush: constants.Z_SYNC_FLUSH });
const unbrotli = (): Transform => createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });

const decoders: ReadonlyMap<string, () => Transform> = new Map([
  ['gzip', unzip],
  ['x-gzip', unzip],
  ['deflate', unzip],
  ['br', unbrotli],
]);

/** Decodes a compressed body. One with an unknown encoding stays as it is. */
export function decodeBody(body: Readable, encoding: unknown): Readable {
  const createDecoder = decoders.get(String(encoding).trim().toLowerCase());
  return createDecoder ? pipeline(body, createDecoder(), () => undefined) : body; // the reader gets the error too
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

/**
 * Limits the body of a response, because libraries read bodies without a limit. A longer body ends with a failure. Of a stream of events,
 * which may stay open for ever, each event is limited.
 */
export function limitedResponse({ status, statusText, headers, body }: Response, limit: number, host: string): Response {
  if (body === null) return new Response(null, { status, statusText, headers: [...headers] });
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true;
  let size = 0;
  let tail: Uint8Array = new Uint8Array();
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      if (isStream && endsEvent(tail, piece)) size = 0;
      size += piece.byteLength;
      tail = piece.byteLength > 1 ? piece.subarray(-2) : Buffer.concat([tail.subarray(-1), piece]);
      if (size > limit) controller.error(new FailureError(failure('web-answer-too-long', { host })));
      else controller.enqueue(piece);
    },
  });
  return new Response(body.pipeThrough(counted), { status, statusText, headers: [...headers] });
}

/** Returns whether an event ends in a piece. The empty line at its end may have begun in the piece before. */
function endsEvent(tail: Uint8Array, piece: Uint8Array): boolean {
  return /\n\r?\n|\r\r/.test(Buffer.concat([tail, piece]).toString('latin1'));
}
