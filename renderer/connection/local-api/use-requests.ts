import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import type { LocalApiRequest } from '../../../electron/contract/local-api.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import { type TypedBridge, useEvent } from '../../bridge/bridge.ts';
import { useSession } from '../../state/session.ts';

interface RequestsState {
  /** Undefined until they are read. */
  readonly requests: readonly LocalApiRequest[] | undefined;
  readonly failure: Failure | undefined;
}

/** Reads the requests to the local API and subscribes to changes. */
export function useRequests(): RequestsState & { readonly reload: () => void } {
  const { bridge } = useSession();
  const [state, setState] = useState<RequestsState>({ requests: undefined, failure: undefined });
  useEvent(bridge.on, 'localApi.requests', (changed) => {
    setState((before) => ({ ...before, requests: mergeRequests(before.requests ?? [], changed) }));
  });
  useEffect(() => {
    const controller = new AbortController();
    void read(bridge, setState, controller.signal);
    return () => {
      controller.abort();
    };
  }, [bridge]);
  return { ...state, reload: () => void read(bridge, setState) };
}

async function read({ call }: TypedBridge, setState: Dispatch<SetStateAction<RequestsState>>, signal?: AbortSignal): Promise<void> {
  const result = await call('localApi.requests', undefined, { signal });
  if (result.ok) setState(({ requests = [] }) => ({ requests: mergeRequests(result.value, requests), failure: undefined }));
  else if (result.failure.code !== 'cancelled') setState((before) => ({ ...before, failure: result.failure }));
}

/** Same limit as in the main process. */
const maxRequests = 500;

/** Merges new and changed requests, newest first. */
export function mergeRequests(before: readonly LocalApiRequest[], changed: readonly LocalApiRequest[]): readonly LocalApiRequest[] {
  const byId = new Map([...before, ...changed].map((request) => [request.id, request]));
  return [...byId.values()].sort((one, other) => other.id - one.id).slice(0, maxRequests);
}

/** Whether the request contains every word of the filter. */
export function matchesRequest(request: LocalApiRequest, filter: string): boolean {
  const { method, path, model, mode, status, key, userAgent, failure } = request;
  const text = [method, path, model, mode, status, key, userAgent, failure].join(' ').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
