import { stoppedByUser, type FailureCode, type Result } from '../../contract/failure.ts';
import { abortable } from '../shared/abortable.ts';
import type { Upstream, UpstreamRequest, UpstreamResponse } from '../upstream/upstream.ts';
import type { TunnelDecision } from './tunnel-decision.ts';

export interface DirectUpstreamOptions {
  readonly choice: TunnelDecision;
  readonly straight: Upstream;
  /** Fails with a sentence where the profile has no instance. */
  readonly tunnel: Upstream;
}

/** After these no byte of the request has reached an engine. */
const beforeSend: ReadonlySet<FailureCode> = new Set([
  'name-not-found',
  'connection-refused',
  'unreachable',
  'connect-timeout',
  'tls-name',
  'tls-authority',
  'tls-expired',
  'tls',
]);

/** The direct way, straight or through the tunnel as is decided for each request when it begins. */
export function createDirectUpstream({ choice, straight, tunnel }: DirectUpstreamOptions): Upstream {
  const routed = async (signal: AbortSignal): Promise<Upstream | undefined> => {
    const route = await abortable(choice.choose(), signal);
    return route === undefined ? undefined : route === 'straight' ? straight : tunnel;
  };

  return {
    host: straight.host,
    request: async (request) => {
      const upstream = await routed(request.signal);
      if (!upstream) return stoppedByUser;
      const sent = await upstream.request(request);
      if (upstream !== straight || !isRejected(sent)) return sent;
      // What was found before does not hold any more. Nothing was answered, so that another way may be tried.
      choice.invalidate();
      if ((await abortable(choice.choose(), request.signal)) !== 'tunnel' || !isRepeatable(request)) return sent;
      if (sent.ok) sent.value.body.destroy();
      return tunnel.request(request);
    },
    probe: async (depth, signal) => {
      const upstream = await routed(signal);
      return upstream ? upstream.probe(depth, signal) : stoppedByUser;
    },
    // Both are closed by whoever made them.
    dispose: async () => undefined,
  };
}

function isRejected(sent: Result<UpstreamResponse>): boolean {
  return sent.ok ? sent.value.status === 401 || sent.value.status === 403 : beforeSend.has(sent.failure.code);
}

function isRepeatable({ body }: UpstreamRequest): boolean {
  return body === undefined || typeof body === 'string' || body instanceof Uint8Array;
}
