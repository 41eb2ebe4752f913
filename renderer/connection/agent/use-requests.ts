import { useEffect, useState, type Dispatch, type SetStateAction } from 'react';
import type { AgentRequest } from '../../../electron/contract/agent.ts';
import type { Failure } from '../../../electron/contract/failure.ts';
import { type TypedBridge, useEvent } from '../../bridge/bridge.ts';
import { useSession } from '../../state/session.ts';

interface Known {
  /** Undefined until they were read: none known is not none there. */
  readonly requests: readonly AgentRequest[] | undefined;
  readonly failure: Failure | undefined;
}

/** Reads what programs asked of the local address, and hears of it from then on. */
export function useRequests(): Known & { readonly readAgain: () => void } {
  const { bridge } = useSession();
  const [known, setKnown] = useState<Known>({ requests: undefined, failure: undefined });
  useEvent(bridge.on, 'agent.requests', (news) => {
    setKnown((before) => ({ ...before, requests: mergeRequests(before.requests ?? [], news) }));
  });
  useEffect(() => {
    const controller = new AbortController();
    void read(bridge, setKnown, controller.signal);
    return () => {
      controller.abort();
    };
  }, [bridge]);
  return { ...known, readAgain: () => void read(bridge, setKnown) };
}

async function read({ call }: TypedBridge, setKnown: Dispatch<SetStateAction<Known>>, signal?: AbortSignal): Promise<void> {
  const result = await call('agent.requests', undefined, { signal });
  if (result.ok) setKnown(({ requests = [] }) => ({ requests: mergeRequests(result.value, requests), failure: undefined }));
  else if (result.failure.code !== 'cancelled') setKnown((before) => ({ ...before, failure: result.failure }));
}

/** As many as the main process keeps. */
const kept = 500;

/** Takes in what began or changed; newest first. */
export function mergeRequests(before: readonly AgentRequest[], news: readonly AgentRequest[]): readonly AgentRequest[] {
  const byId = new Map([...before, ...news].map((request) => [request.id, request]));
  return [...byId.values()].sort((one, other) => other.id - one.id).slice(0, kept);
}

/** Whether every word of the filter is somewhere in the request. */
export function matchesRequest(request: AgentRequest, filter: string): boolean {
  const { method, path, model, way, status, key, userAgent, failure } = request;
  const text = [method, path, model, way, status, key, userAgent, failure].join(' ').toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
