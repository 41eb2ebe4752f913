import type { Failure, Result } from '../../contract/failure.ts';
import { renderFailure } from '../../contract/failures/render-failure.ts';
import type { ActiveService } from '../llm-client/llm-client.ts';

/** The local API's own figures. */
export interface LocalApiMetrics {
  readonly version: string;
  readonly port: number;
  readonly inFlight: number;
}

/** Returns the response of `/status`: names and figures, no secrets. */
export function describeStatus(metrics: LocalApiMetrics, service: Result<ActiveService>): unknown {
  const localApi = {
    version: metrics.version,
    port: metrics.port,
    requests_in_flight: metrics.inFlight,
  };
  if (!service.ok)
    return {
      ...localApi,
      profile: null,
      mode: null,
      tunnel: null,
      direct: null,
      engines: [],
      last_failure: publicFailure(service.failure),
    };
  const { profile, mode, tunnel, direct, lists, lastFailure } = service.value;
  return {
    ...localApi,
    profile: { name: profile.name, is_demo: profile.isDemo },
    mode,
    tunnel: tunnel && {
      instance: tunnel.instance,
      transport: tunnel.transport,
      state: tunnel.state.kind,
      round_trip_ms: tunnel.roundTripMs,
    },
    direct,
    engines: lists.map((list) => ({ mode: list.mode, segment: list.segment, latency_ms: list.ms, failure: publicFailure(list.failure) })),
    last_failure: publicFailure(lastFailure),
  };
}

/** Programs read the code, and people the sentences. */
function publicFailure(failure: Failure | null): unknown {
  return failure && { code: failure.code, ...renderFailure(failure, { surface: 'api' }) };
}
