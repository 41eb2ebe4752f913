import type { Failure } from '../../contract/failure.ts';
import type { DirectRoute } from '../../contract/profile.ts';
import type { CatalogEntry } from '../../contract/catalog.ts';
import type { Addresses } from '../llm-client/llm-client.ts';
import type { Upstream } from '../upstream/upstream.ts';

/** How the direct way leaves this computer. */
export type DirectRouteInUse = 'straight' | 'tunnel';

/** The choice as it is told to the user. */
export interface TunnelDecisionStatus {
  readonly wanted: DirectRoute;
  readonly now: DirectRouteInUse | 'undecided';
  readonly why: string;
}

/** What became of asking the engines straight from here. */
export type ProbeResult =
  | { readonly kind: 'answered' }
  | { readonly kind: 'not-permitted' }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** The catalog names no segment. */
  | { readonly kind: 'nothing-to-ask' };

export interface TunnelDecisionOptions {
  readonly wanted: DirectRoute;
  readonly hasInstance: boolean;
  readonly isTunnelUp: () => boolean;
  /** Asks the engines straight, within a short limit; never rejects. */
  readonly look: (signal: AbortSignal) => Promise<ProbeResult>;
  readonly onChange: () => void;
}

/** Decides whether the tunnel is needed, and again whenever that may have changed. */
export interface TunnelDecision {
  readonly read: () => TunnelDecisionStatus;
  /** Looks first where nothing is decided. */
  readonly choose: () => Promise<DirectRouteInUse>;
  readonly setPolicy: (wanted: DirectRoute) => void;
  /** What was found may not hold any more. A tunnel that is up stays in use until the new look is done. */
  readonly invalidate: () => void;
  readonly close: () => void;
}

interface Decision {
  readonly now: DirectRouteInUse;
  readonly why: string;
}

/** Nothing is looked at before the first request needs it. */
export function createTunnelDecision({ hasInstance, isTunnelUp, look, onChange, ...options }: TunnelDecisionOptions): TunnelDecision {
  let { wanted } = options;
  let decided: Decision | undefined;
  let isClosed = false;
  let looking: { readonly done: Promise<DirectRouteInUse>; readonly abort: AbortController } | undefined;

  const forced = (): Decision | undefined => {
    if (wanted === 'straight') return { now: 'straight', why: 'You chose to go without the tunnel.' };
    if (wanted === 'tunnel') return { now: 'tunnel', why: 'You chose the tunnel.' };
    return hasInstance ? undefined : { now: 'straight', why: 'This profile has no instance for a tunnel.' };
  };

  const decide = (): Promise<DirectRouteInUse> => {
    if (looking) return looking.done;
    const abort = new AbortController();
    const run = async (): Promise<DirectRouteInUse> => {
      const seen = await look(abort.signal);
      if (abort.signal.aborted) return choose(); // somebody doubted or chose meanwhile
      looking = undefined;
      decided = judge(seen);
      onChange();
      return decided.now;
    };
    looking = { done: run(), abort };
    onChange();
    return looking.done;
  };

  const forget = (): void => {
    looking?.abort.abort();
    looking = undefined;
  };

  async function choose(): Promise<DirectRouteInUse> {
    return (forced() ?? decided)?.now ?? (isClosed ? 'straight' : decide());
  }

  return {
    choose,
    read: () => {
      const { now, why } = forced() ??
        decided ?? { now: 'undecided' as const, why: looking ? 'Looking whether the engines answer from here.' : 'Not needed yet.' };
      return { wanted, now, why };
    },
    setPolicy: (next) => {
      if (next === wanted) return;
      wanted = next;
      decided = undefined;
      forget();
      onChange();
    },
    invalidate: () => {
      forget();
      if (forced()) return;
      if (decided?.now === 'tunnel' && isTunnelUp()) return void decide();
      decided = undefined;
      onChange();
    },
    close: () => {
      isClosed = true;
      forget();
    },
  };
}

function judge(look: ProbeResult): Decision {
  switch (look.kind) {
    case 'answered':
      return { now: 'straight', why: 'The engines answer from this network.' };
    case 'not-permitted':
      return { now: 'tunnel', why: 'This network is not permitted to reach the engines.' };
    case 'failed':
      return { now: 'tunnel', why: `Straight it does not work from here. ${look.failure.message}` };
    case 'nothing-to-ask':
      return { now: 'tunnel', why: 'The catalog names no segment to ask, so the tunnel is taken.' };
  }
}

const limitMs = 4000;

/**
 * Asks one engine after the other for its models, straight from here. The first that answers decides; one that is merely
 * broken says as well that this network is permitted, unless another one says that it is not.
 */
export async function probeWithoutTunnel(
  catalog: readonly CatalogEntry[],
  addresses: Addresses,
  upstream: Upstream,
  signal: AbortSignal,
): Promise<ProbeResult> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(limitMs)]);
  let look: ProbeResult = { kind: 'nothing-to-ask' };
  for (const { segment } of catalog) {
    const asked = await upstream.request({
      method: 'GET',
      path: `${addresses.directBase(segment)}models`,
      headers: { accept: 'application/json' },
      signal: limit,
      firstByteMs: limitMs,
    });
    if (!asked.ok) {
      const isLate = limit.aborted && !signal.aborted;
      return { kind: 'failed', failure: isLate ? silent(upstream.host) : asked.failure };
    }
    const { status, body } = asked.value;
    body.resume();
    if (status === 401 || status === 403) return { kind: 'not-permitted' };
    if (status >= 200 && status < 300) return { kind: 'answered' };
    look = { kind: 'answered' };
  }
  return look;
}

function silent(host: string): Extract<ProbeResult, { kind: 'failed' }>['failure'] {
  return { code: 'connect-timeout', message: `${host} does not answer from this network.`, remedy: 'Use the tunnel or the proxy.' };
}
