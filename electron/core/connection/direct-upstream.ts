import type { FailureCode, Result } from '../../contract/failure.ts';
import { stoppedByUser } from '../../contract/failures/fail.ts';
import { abortable } from '../shared/abortable.ts';
import { isRepeatable, type Upstream, type UpstreamResponse } from '../upstream/upstream.ts';
import type { TunnelDecision } from './tunnel-decision.ts';

export interface DirectUpstreamOptions {
  readonly decision: TunnelDecision;
  readonly withoutTunnel: Upstream;
  /** Fails with a message if the profile has no instance. */
  readonly throughTunnel: Upstream;
}

/** Failures after which no byte has reached an engine. */
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

/** The direct upstream. Decides for each request whether to use the tunnel. */
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
      if (upstream === throughTunnel) {
        const canSkipTunnel = isTunnelOff(response) && decision.read().now === 'straight' && isRepeatable(request);
        return canSkipTunnel ? withoutTunnel.request(request) : response;
      }
      if (!isRejected(response)) return response;
      // The earlier decision is outdated. Nothing was answered, so the tunnel may be tried.
      decision.invalidate();
      if ((await abortable(decision.choose(), request.signal)) !== 'tunnel' || !isRepeatable(request)) return response;
      if (response.ok) response.value.body.destroy();
      return throughTunnel.request(request);
    },
    probe: async (depth, signal) => {
      const upstream = await chooseUpstream(signal);
      return upstream ? upstream.probe(depth, signal) : stoppedByUser;
    },
    // whoever created them disposes them
    dispose: async () => undefined,
  };
}

function isRejected(response: Result<UpstreamResponse>): boolean {
  return response.ok ? response.value.status === 401 || response.value.status === 403 : failuresBeforeSend.has(response.failure.code);
}

/** Returns true if the tunnel was stopped while the request waited for it, for example because it isn't needed any more. */
function isTunnelOff(response: Result<UpstreamResponse>): boolean {
  return !response.ok && (response.failure.reason === 'tunnel-off' || response.failure.reason === 'tunnel-not-needed');
}
