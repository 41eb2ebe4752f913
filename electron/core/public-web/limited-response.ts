import { FailureError } from '../shared/failure-error.ts';

/** The same answer, whose body breaks off with a failure where it is longer than the limit: libraries read bodies without one. */
export function limitedResponse({ status, statusText, headers, body }: Response, limit: number, host: string): Response {
  if (body === null) return new Response(null, { status, statusText, headers: [...headers] });
  let size = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, controller) => {
      size += piece.byteLength;
      if (size > limit) controller.error(new FailureError(tooLong(host)));
      else controller.enqueue(piece);
    },
  });
  return new Response(body.pipeThrough(counted), { status, statusText, headers: [...headers] });
}

function tooLong(host: string): FailureError['failure'] {
  return { code: 'bad-answer', message: `The answer of ${host} is too long to be read.`, remedy: 'Ask for less at once.' };
}
