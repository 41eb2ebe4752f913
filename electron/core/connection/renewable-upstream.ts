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
export function createRenewableUpstream(make: () => PooledUpstream, onIdle: () => void): RenewableUpstream {
  interface Generation {
    readonly upstream: PooledUpstream;
    underWay: number;
  }
  const open = new Set<Generation>();
  const begin = (): Generation => {
    const generation = { upstream: make(), underWay: 0 };
    open.add(generation);
    return generation;
  };
  let current = begin();

  const end = (generation: Generation): void => {
    open.delete(generation);
    void generation.upstream.dispose();
  };
  const leave = (generation: Generation): void => {
    generation.underWay -= 1;
    if (generation.underWay > 0) return;
    if (generation !== current) end(generation);
    onIdle();
  };

  return {
    host: current.upstream.host,
    request: async (request) => {
      const generation = current;
      generation.underWay += 1;
      const sent = await generation.upstream.request(request);
      if (sent.ok && !sent.value.body.closed) sent.value.body.once('close', () => leave(generation));
      else leave(generation);
      return sent;
    },
    probe: (depth, signal) => current.upstream.probe(depth, signal),
    warm: () => current.upstream.warm(),
    renew: () => {
      const former = current;
      current = begin();
      if (former.underWay === 0) end(former);
      else former.upstream.finish();
    },
    inFlight: () => [...open].reduce((sum, { underWay }) => sum + underWay, 0),
    dispose: async () => {
      await Promise.all([...open].map(({ upstream }) => upstream.dispose()));
      open.clear();
    },
  };
}

/** A follow-up comes within this time more often than not, and finds its connection still open. */
const letGoMs = 30_000;

/** Closes the kept-alive connections of a rested upstream: each is an open channel, so its tunnel would never count as unused. */
export interface IdleConnectionCloser {
  /** The last request has ended. */
  readonly rested: () => void;
  readonly close: () => void;
}

/** Does nothing where an unused tunnel stays up. */
export function createIdleConnectionCloser(
  upstream: () => Pick<RenewableUpstream, 'inFlight' | 'renew'>,
  patience: () => Timeouts,
): IdleConnectionCloser {
  let timer: NodeJS.Timeout | undefined;
  return {
    rested: () => {
      const { tunnelIdleMs } = patience();
      clearTimeout(timer);
      if (tunnelIdleMs === undefined) return;
      timer = setTimeout(
        () => {
          if (upstream().inFlight() === 0) upstream().renew();
        },
        Math.min(letGoMs, tunnelIdleMs),
      ).unref();
    },
    close: () => clearTimeout(timer),
  };
}
