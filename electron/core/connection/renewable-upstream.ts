import type { PooledUpstream, Upstream } from '../upstream/upstream.ts';
import type { Timeouts } from '../shared/timeouts.ts';

/** An upstream whose connections can be made anew while answers under way keep theirs. */
export interface RenewableUpstream extends Upstream {
  /** New requests get new connections: the old ones may lead through a network that is gone. */
  readonly renew: () => void;
  /** The way is open now: connections can be held ready. */
  readonly warm: () => void;
  /** Requests that are not over, bodies included. */
  readonly inFlight: () => number;
}

/** Made by `make`; `onRest` hears whenever the last request has ended. */
export function createRenewableUpstream(createUpstream: () => PooledUpstream, onIdle: () => void): RenewableUpstream {
  interface Generation {
    readonly upstream: PooledUpstream;
    underWay: number;
  }
  const open = new Set<Generation>();
  const openGeneration = (): Generation => {
    const generation = { upstream: createUpstream(), underWay: 0 };
    open.add(generation);
    return generation;
  };
  let current = openGeneration();

  const close = (generation: Generation): void => {
    open.delete(generation);
    void generation.upstream.dispose();
  };
  const release = (generation: Generation): void => {
    generation.underWay -= 1;
    if (generation.underWay > 0) return;
    if (generation !== current) close(generation);
    onIdle();
  };

  return {
    host: current.upstream.host,
    request: async (request) => {
      const generation = current;
      generation.underWay += 1;
      const response = await generation.upstream.request(request);
      if (response.ok && !response.value.body.closed) response.value.body.once('close', () => release(generation));
      else release(generation);
      return response;
    },
    probe: (depth, signal) => current.upstream.probe(depth, signal),
    warm: () => current.upstream.warm(),
    renew: () => {
      const previous = current;
      current = openGeneration();
      if (previous.underWay === 0) close(previous);
      else previous.upstream.finish();
    },
    inFlight: () => [...open].reduce((sum, { underWay }) => sum + underWay, 0),
    dispose: async () => {
      await Promise.all([...open].map(({ upstream }) => upstream.dispose()));
      open.clear();
    },
  };
}

/** A follow-up comes within this time more often than not, and finds its connection still open. */
const closeAfterMs = 30_000;

/** Closes the kept-alive connections of a rested upstream: each is an open channel, so its tunnel would never count as unused. */
export interface IdleConnectionCloser {
  /** The last request has ended. */
  readonly onIdle: () => void;
  readonly close: () => void;
}

/** Does nothing where an unused tunnel stays up. */
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
