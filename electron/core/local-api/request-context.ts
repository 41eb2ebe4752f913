import type { JsonObject } from '../../contract/json.ts';
import type { Result, Failure } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import type { LocalApiSurface } from './local-api-error.ts';
import type { ActiveService, AnsweringService } from '../llm-client/llm-client.ts';
import type { Authorizer } from './access/authorize.ts';
import type { ForwardingContext } from './forwarding/forward.ts';
import type { Inspector } from './inspector/inspector.ts';
import type { LocalApiLimits, RequestSlots } from './limits.ts';
import { renderFailure } from '../../contract/failures/render-failure.ts';

/** Returns the active profile's service. */
export type GetActiveService = () => Promise<Result<AnsweringService>>;

/** What answering a request needs. */
export interface RequestContext extends Omit<ForwardingContext, 'service'> {
  /** The port it listens on, and whether it is the demo's. */
  readonly listenTarget: { readonly port: number; readonly isDemo: boolean };
  readonly getService: GetActiveService;
  readonly authorizer: Authorizer;
  readonly slots: RequestSlots;
  readonly inspector: Inspector;
  readonly limits: LocalApiLimits;
  readonly version: string;
  /** Which text the caller gets. */
  readonly surface: LocalApiSurface;
  readonly onBug: (error: unknown) => void;
}

/** Returns the active service. The demo is served on its own port only, so that no script gets invented data. */
export async function requireActiveService({
  getService,
  listenTarget,
  limits,
}: Pick<RequestContext, 'getService' | 'listenTarget' | 'limits'>): Promise<Result<AnsweringService>> {
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<Result<AnsweringService>>((resolve) => {
    timer = setTimeout(() => resolve(fail('local-api-starting')), limits.serviceWaitMs);
  });
  const service = await Promise.race([getService(), timedOut]).finally(() => clearTimeout(timer));
  if (!service.ok || service.value.profile.isDemo === listenTarget.isDemo) return service;
  return fail('local-api-port-changed');
}

/** Returns the response of `/status`: names and figures, no secrets. */
export function describeStatus(
  { version, listenTarget, slots }: Pick<RequestContext, 'version' | 'listenTarget' | 'slots'>,
  service: Result<ActiveService>,
): JsonObject {
  const localApi = {
    version,
    port: listenTarget.port,
    requests_in_flight: slots.taken(),
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
