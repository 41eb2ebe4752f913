import type { AgentRequest } from '../../../electron/contract/agent.ts';

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
