import { isRepeatable, type PooledUpstream, type Upstream } from '../upstream/upstream.ts';
import type { Timeouts } from '../shared/timeouts.ts';

/** An upstream whose connections can be replaced while running answers keep theirs. */
export interface RenewableUpstream extends Upstream {
  /** Uses new connections for new requests, because the old ones may use a network that is gone. */
  readonly renew: () => void;
  /** Opens warm connections, because the route is available now. */
  readonly warm: () => void;
  /** Returns the number of requests that have not ended, including their bodies. */
  readonly inFlight: () => number;
}

/** The server has not received the whole request, for example because the network was down, and did nothing with it. */
const requestTimeout = 408;

/** Creates the upstream. Calls `onIdle` when the last request has ended. */
export function createRenewableUpstream(createUpstream: () => PooledUpstream, onIdle: () => void): RenewableUpstream {
  interface Generation {
    readonly upstream: PooledUpstream;
    inFlight: number;
  }
  const open = new Set<Generation>();
  const openGeneration = (): Generation => {
    const generation = { upstream: createUpstream(), inFlight: 0 };
    open.add(generation);
    return generation;
  };
  let current = openGeneration();

  const close = (generation: Generation): void => {
    open.delete(generation);
    void generation.upstream.dispose();
  };
  const release = (generation: Generation): void => {
    generation.inFlight -= 1;
    if (generation.inFlight > 0) return;
    if (generation !== current) close(generation);
    onIdle();
  };

  const send: Upstream['request'] = async (request) => {
    const generation = current;
    generation.inFlight += 1;
    const response = await generation.upstream.request(request);
    if (response.ok && !response.value.body.closed) response.value.body.once('close', () => release(generation));
    else release(generation);
    return response;
  };

  return {
    host: current.upstream.host,
    request: async (request) => {
      const response = await send(request);
      if (!response.ok || response.value.status !== requestTimeout || !isRepeatable(request)) return response;
      response.value.body.destroy();
      return send(request);
    },
    probe: (depth, signal) => current.upstream.probe(depth, signal),
    warm: () => current.upstream.warm(),
    renew: () => {
      const previous = current;
      current = openGeneration();
      if (previous.inFlight === 0) close(previous);
      else previous.upstream.finish();
    },
    inFlight: () => [...open].reduce((sum, { inFlight }) => sum + inFlight, 0),
    dispose: async () => {
      await Promise.all([...open].map(({ upstream }) => upstream.dispose()));
      open.clear();
    },
  };
}

/** Most follow-ups come within this time and can reuse the connection. */
const closeAfterMs = 30_000;

/** Closes keep-alive connections of an idle upstream. Otherwise their open channels would keep the tunnel from ever counting as idle. */
export interface IdleConnectionCloser {
  /** Call it when the last request has ended. */
  readonly onIdle: () => void;
  readonly close: () => void;
}

/** Creates the closer. It does nothing if an unused tunnel may stay up. */
export function createIdleConnectionCloser(
  upstream: () => Pick<RenewableUpstream, 'inFlight' | 'renew'>,
  timeouts: () => Timeouts,
): IdleConnectionCloser {
  let timer: NodeJS.Timeout | undefined;
  return {
    onIdle: () => {
      const { tunnelIdleMs } = timeouts();
      clearTimeout(timer);
      if (tunnelIdleMs === undefined) return;
      timer = setTimeout(
        () => {
          if (upstream().inFlight() === 0) upstream().renew();
        },
        Math.min(closeAfterMs, tunnelIdleMs),
      ).unref();
    },
    close: () => clearTimeout(timer),
  };
}
