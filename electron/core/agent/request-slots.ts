import type { AgentError } from './agent-error.ts';
import type { AgentLimits } from './limits.ts';

/** Places for requests: so many at once, and so many for one caller. */
export interface RequestSlots {
  /** Takes one for a key, or for all who come without one (''); or says no. */
  readonly take: (caller: string) => { readonly release: () => void } | AgentError;
  readonly taken: () => number;
}

/** All places free. */
export function createRequestSlots({ concurrent, perCaller }: Pick<AgentLimits, 'concurrent' | 'perCaller'>): RequestSlots {
  const byCaller = new Map<string, number>();
  let taken = 0;
  return {
    taken: () => taken,
    take: (caller) => {
      if (taken >= concurrent) return full;
      const own = byCaller.get(caller) ?? 0;
      if (own >= perCaller) return caller === '' ? keylessFull : keyFull;
      taken += 1;
      byCaller.set(caller, own + 1);
      let isReleased = false;
      const release = (): void => {
        if (isReleased) return;
        isReleased = true;
        taken -= 1;
        const left = (byCaller.get(caller) ?? 1) - 1;
        if (left > 0) byCaller.set(caller, left);
        else byCaller.delete(caller);
      };
      return { release };
    },
  };
}

const full: AgentError = {
  status: 503,
  code: 'too_many_requests',
  message: 'Causeway is already answering as many requests as it takes at once.',
  remedy: 'Wait a second, or send fewer at a time.',
  retryAfterSeconds: 1,
};
const keyFull: AgentError = {
  status: 429,
  code: 'too_many_requests',
  message: 'This key has as many requests under way as one may have.',
  remedy: 'Wait a second, or send fewer at a time.',
  retryAfterSeconds: 1,
};
const keylessFull: AgentError = {
  ...keyFull,
  message: 'Programs without a local key have as many requests under way as they may have together.',
  remedy: 'Wait a second, send fewer at a time, or use a local key.',
};
