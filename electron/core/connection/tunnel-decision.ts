import { describeFailure } from '../../contract/failures/render-failure.ts';
import type { Failure, FailureCode, Result } from '../../contract/failure.ts';
import { failure, stoppedByUser } from '../../contract/failures/fail.ts';
import type { DirectRoute } from '../../contract/profile.ts';
import type { CatalogEntry } from '../../contract/catalog.ts';
import type { Addresses } from '../llm-client/llm-client.ts';
import { abortable } from '../shared/abortable.ts';
import { isRepeatable, type Upstream, type UpstreamResponse } from '../upstream/upstream.ts';
import { routeText } from './text.ts';

/** The route of direct mode in use. */
export type DirectRouteInUse = 'straight' | 'tunnel';

/** The decision as shown to the user. */
export interface TunnelDecisionStatus {
  readonly wanted: DirectRoute;
  readonly now: DirectRouteInUse | 'undecided';
  readonly why: string;
}

/** The result of probing the engines without the tunnel. */
export type ProbeResult =
  | { readonly kind: 'answered' }
  | { readonly kind: 'not-permitted' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The catalog has no segment. */
  | { readonly kind: 'nothing-to-ask' };

export interface TunnelDecisionOptions {
  readonly wanted: DirectRoute;
  readonly hasInstance: boolean;
  readonly isTunnelUp: () => boolean;
  /** Probes the engines without the tunnel, with a short timeout. Never rejects. */
  readonly probe: (signal: AbortSignal) => Promise<ProbeResult>;
  readonly onChange: () => void;
}

/** Decides whether direct mode needs the tunnel. */
export type TunnelDecision = ReturnType<typeof createTunnelDecision>;

interface Decision {
  readonly now: DirectRouteInUse;
  readonly why: string;
}

/** Creates the decision. Nothing is probed before the first request. */
export function createTunnelDecision({ hasInstance, isTunnelUp, probe, onChange, ...options }: TunnelDecisionOptions) {
  let { wanted } = options;
  let decided: Decision | undefined;
  let isClosed = false;
  let probing: { readonly done: Promise<DirectRouteInUse>; readonly abort: AbortController } | undefined;

  const forced = (): Decision | undefined => {
    if (wanted === 'straight') return { now: 'straight', why: routeText.tunnelOff };
    if (wanted === 'tunnel') return { now: 'tunnel', why: routeText.tunnelAlways };
    return hasInstance ? undefined : { now: 'straight', why: routeText.noInstance };
  };

  const decide = (): Promise<DirectRouteInUse> => {
    if (probing) return probing.done;
    const abort = new AbortController();
    const run = async (): Promise<DirectRouteInUse> => {
      const result = await probe(abort.signal);
      if (abort.signal.aborted) return choose(); // invalidated or overridden meanwhile
      probing = undefined;
      decided = toDecision(result);
      onChange();
      return decided.now;
    };
    probing = { done: run(), abort };
    onChange();
    return probing.done;
  };

  const abortProbe = (): void => {
    probing?.abort.abort();
    probing = undefined;
  };

  async function choose(): Promise<DirectRouteInUse> {
    return (forced() ?? decided)?.now ?? (isClosed ? 'straight' : decide());
  }

  return {
    /** Probes first if nothing is decided. */
    choose,
    read: (): TunnelDecisionStatus => {
      const { now, why } = forced() ?? decided ?? { now: 'undecided' as const, why: probing ? routeText.probing : routeText.unused };
      return { wanted, now, why };
    },
    setPolicy: (next: DirectRoute): void => {
      if (next === wanted) return;
      wanted = next;
      decided = undefined;
      abortProbe();
      onChange();
    },
    /** Discards the decision. A tunnel that is up stays in use until the new probe has ended. */
    invalidate: (): void => {
      abortProbe();
      if (forced()) return;
      if (decided?.now === 'tunnel' && isTunnelUp()) return void decide();
      decided = undefined;
      onChange();
    },
    close: (): void => {
      isClosed = true;
      abortProbe();
    },
  };
}

function toDecision(probeResult: ProbeResult): Decision {
  switch (probeResult.kind) {
    case 'answered':
      return { now: 'straight', why: routeText.reachable };
    case 'not-permitted':
      return { now: 'tunnel', why: routeText.notPermitted };
    case 'failed':
      return { now: 'tunnel', why: routeText.unreachable(describeFailure(probeResult.failure).message) };
    case 'nothing-to-ask':
      return { now: 'tunnel', why: routeText.noEnginePaths };
  }
}

const probeTimeoutMs = 4000;

/**
 * Probes the engines one by one without the tunnel. A server error also proves that this network is allowed, unless another engine
 * rejects it.
 */
export async function probeWithoutTunnel(
  catalog: readonly CatalogEntry[],
  addresses: Addresses,
  upstream: Upstream,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(probeTimeoutMs)]);
  let probeResult: ProbeResult = { kind: 'nothing-to-ask' };
  for (const { segment } of catalog) {
    const response = await upstream.request({
      method: 'GET',
      path: `${addresses.directBase(segment)}models`,
      headers: { accept: 'application/json' },
      signal: limit,
      firstByteMs: probeTimeoutMs,
    });
    if (!response.ok) {
      const timedOut = limit.aborted && !signal.aborted;
      return { kind: 'failed', failure: timedOut ? failure('no-answer-without-tunnel', { host: upstream.host }) : response.failure };
    }
    const { status, body } = response.value;
    body.resume();
    if (status === 401 || status === 403) return { kind: 'not-permitted' };
    if (status >= 200 && status < 300) return { kind: 'answered' };
    probeResult = { kind: 'answered' };
  }
  return probeResult;
}

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
  };
}

function isRejected(response: Result<UpstreamResponse>): boolean {
  return response.ok ? response.value.status === 401 || response.value.status === 403 : failuresBeforeSend.has(response.failure.code);
}

/** Returns true if the tunnel was stopped while the request waited for it, for example because it isn't needed any more. */
function isTunnelOff(response: Result<UpstreamResponse>): boolean {
  return !response.ok && (response.failure.reason === 'tunnel-off' || response.failure.reason === 'tunnel-not-needed');
}

/**
 * Adds advice to `network-not-permitted`. The service only knows that it rejected us. This layer knows whether the tunnel was used and
 * what the alternatives are.
 */
export function adviseDirectMode(rejected: Failure, { now, wanted }: TunnelDecisionStatus, hasInstance: boolean): Failure {
  if (rejected.code !== 'network-not-permitted') return rejected;
  if (now === 'tunnel') return failure('network-refused-through-tunnel');
  if (!hasInstance) return failure('network-refused-without-instance', { cause: rejected });
  return failure(wanted === 'straight' ? 'network-refused-tunnel-off' : 'network-refused', { cause: rejected });
}
