import { stoppedByUser, type FailureCode, type Result } from '../../contract/failure.ts';
import { abortable } from '../shared/abortable.ts';
import type { Upstream, UpstreamRequest, UpstreamResponse } from '../upstream/upstream.ts';
import type { TunnelDecision } from './tunnel-decision.ts';

export interface DirectUpstreamOptions {
  readonly decision: TunnelDecision;
  readonly withoutTunnel: Upstream;
  /** Fails with a sentence where the profile has no instance. */
  readonly throughTunnel: Upstream;
}

/** After these no byte of the request has reached an engine. */
const failuresBeforeSend: ReadonlySet<FailureCode> = new Set([
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
export function createDirectUpstream({ decision, withoutTunnel, throughTunnel }: DirectUpstreamOptions): Upstream {
  const chooseUpstream = async (signal: AbortSignal): Promise<Upstream | undefined> => {
    const route = await abortable(decision.choose(), signal);
    return route === undefined ? undefined : route === 'straight' ? withoutTunnel : throughTunnel;
  };

  return {
    host: withoutTunnel.host,
    request: async (request) => {
      const upstream = await chooseUpstream(request.signal);
      if (!upstream) return stoppedByUser;
      const response = await upstream.request(request);
      if (upstream !== withoutTunnel || !isRejected(response)) return response;
      // What was found before does not hold any more. Nothing was answered, so that another way may be tried.
      decision.invalidate();
      if ((await abortable(decision.choose(), request.signal)) !== 'tunnel' || !isRepeatable(request)) return response;
      if (response.ok) response.value.body.destroy();
      return throughTunnel.request(request);
    },
    probe: async (depth, signal) => {
      const upstream = await chooseUpstream(signal);
      return upstream ? upstream.probe(depth, signal) : stoppedByUser;
    },
    // Both are closed by whoever made them.
    dispose: async () => undefined,
  };
}

function isRejected(response: Result<UpstreamResponse>): boolean {
  return response.ok ? response.value.status === 401 || response.value.status === 403 : failuresBeforeSend.has(response.failure.code);
}

function isRepeatable({ body }: UpstreamRequest): boolean {
  return body === undefined || typeof body === 'string' || body instanceof Uint8Array;
}
