import type { Model } from '../../../contract/catalog.ts';
import { ok, type Failure, type Result } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import type { Upstream } from '../../upstream/upstream.ts';
import type { Addresses } from '../addresses.ts';
import { readBodyText, readErrorBody, type ErrorBody } from '../errors/error-body.ts';
import { readRetryAfter, serviceFailure } from '../errors/service-failure.ts';
import type { Limits } from '../request-answer.ts';

/** What an engine answered to a request for one JSON object. */
export type EngineReply =
  | { readonly kind: 'answered'; readonly text: string }
  | { readonly kind: 'refused'; readonly status: number; readonly body: ErrorBody; readonly failure: Failure };

/** The endpoints of the engines besides the streamed ones, in direct mode. */
export type EngineEndpoints = ReturnType<typeof createEngineEndpoints>;

/** Scores of a long text with alternatives are large. */
const maxReplyBytes = 256 * 1024 * 1024;

/** Creates the endpoints of one profile's engines. */
export function createEngineEndpoints({
  addresses,
  upstream,
  limits,
}: {
  readonly addresses: Addresses;
  readonly upstream: Upstream;
  readonly limits: () => Limits;
}) {
  return {
    /** The engine's URL, which tells engines apart. */
    baseFor: ({ segment }: Model): string | undefined => (segment === null ? undefined : addresses.directBase(segment)),
    /** Sends a request to an endpoint below `v1` or, with a leading slash, beside it. Fails if there is no answer at all. */
    post: async (model: Model, endpoint: string, body: object, signal: AbortSignal): Promise<Result<EngineReply>> => {
      const { id, segment } = model;
      if (segment === null) return { ok: false, failure: failure('engine-path-missing', { model: id }) };
      const { firstByteMs, idleMs } = limits();
      const path = endpoint.startsWith('/') ? addresses.engineBase(segment) + endpoint.slice(1) : addresses.directBase(segment) + endpoint;
      const response = await upstream.request({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', accept: 'application/json', 'accept-encoding': 'identity' },
        body: JSON.stringify(body),
        signal,
        firstByteMs,
      });
      if (!response.ok) return response;
      const { status, header } = response.value;
      const text = await readBodyText(response.value.body, signal, idleMs, maxReplyBytes);
      if (status >= 200 && status < 300) return ok({ kind: 'answered', text });
      const error = readErrorBody(text, []); // no token was sent
      const refusal = {
        mode: 'direct',
        status,
        body: error,
        host: upstream.host,
        model: id,
        segment,
        hasToken: false,
        retryAfterMs: readRetryAfter(header('retry-after'), Date.now()),
      } as const;
      return ok({ kind: 'refused', status, body: error, failure: serviceFailure(refusal) });
    },
  };
}
