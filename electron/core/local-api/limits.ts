import type { LocalApiError } from './local-api-error.ts';
import { keylessTooManyRequests, keyTooManyRequests, tooManyRequests } from './api-errors.ts';

/** Upper limits of the local API. Requests beyond them are told to retry. */
export interface LocalApiLimits {
  readonly headerBytes: number;
  /** Until the request head is complete. */
  readonly headersMs: number;
  /** Between two chunks of a request body that we are ready to read. */
  readonly bodyIdleMs: number;
  readonly bodyBytes: number;
  /** Total size of bodies buffered to read their model. */
  readonly bufferedBytes: number;
  readonly connections: number;
  readonly concurrent: number;
  /** Concurrent requests per key, or of all callers without one. */
  readonly perCaller: number;
  /** Until the active service is known, for example while the demo starts. */
  readonly serviceWaitMs: number;
  /** Between two signs of life to a client that waits for the tunnel, or for the first piece of a translated answer. */
  readonly keepAliveMs: number;
}

const mebibyte = 1024 * 1024;

/** Enough for what one person's programs send while they wait minutes for the tunnel, and little enough for this computer. */
export const defaultLimits: LocalApiLimits = {
  headerBytes: 32 * 1024,
  headersMs: 10_000,
  bodyIdleMs: 30_000,
  bodyBytes: 64 * mebibyte,
  bufferedBytes: 256 * mebibyte,
  connections: 2048,
  concurrent: 1024,
  perCaller: 512,
  serviceWaitMs: 20_000,
  keepAliveMs: 10_000,
};

/** Limits concurrent requests, in total and per caller. */
export type RequestSlots = ReturnType<typeof createRequestSlots>;

/** Creates the slots, all free. */
export function createRequestSlots({ concurrent, perCaller }: Pick<LocalApiLimits, 'concurrent' | 'perCaller'>) {
  const byCaller = new Map<string, number>();
  let taken = 0;
  return {
    taken: (): number => taken,
    /** Takes a slot for a key, or for all callers without one (''). Returns an error if none is free. */
    take: (caller: string): { readonly release: () => void } | LocalApiError => {
      if (taken >= concurrent) return tooManyRequests;
      const reserved = byCaller.get(caller) ?? 0;
      if (reserved >= perCaller) return caller === '' ? keylessTooManyRequests : keyTooManyRequests;
      taken += 1;
      byCaller.set(caller, reserved + 1);
      let isReleased = false;
      const release = (): void => {
        if (isReleased) return;
        isReleased = true;
        taken -= 1;
        const remaining = (byCaller.get(caller) ?? 1) - 1;
        if (remaining > 0) byCaller.set(caller, remaining);
        else byCaller.delete(caller);
      };
      return { release };
    },
  };
}

/** A memory budget for buffered bodies. */
export type MemoryBudget = ReturnType<typeof createMemoryBudget>;

/** Creates an unused budget. */
export function createMemoryBudget(limit: number) {
  let total = 0;
  return {
    /** Reserves an announced length at once, and an unknown one as the body arrives. Returns undefined if the budget is exhausted. */
    reserve: (length: number | undefined) => {
      let reserved = 0;
      const add = (bytes: number): boolean => {
        if (total + bytes > limit) return false;
        total += bytes;
        reserved += bytes;
        return true;
      };
      if (!add(length ?? 0)) return undefined;
      return {
        /** Called for each chunk. Returns false if there is no memory left for it. */
        grow: (bytes: number): boolean => length !== undefined || add(bytes),
        release: (): void => {
          total -= reserved;
          reserved = 0;
        },
      };
    },
  };
}
