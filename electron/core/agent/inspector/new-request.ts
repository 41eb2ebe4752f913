import type { AgentRequest } from '../../../contract/agent.ts';

/** What is known of a request before anything is done about it. */
export interface RequestHead {
  readonly method: string;
  readonly path: string;
  readonly userAgent: string;
}

/** A request that has just come in, as it is shown. */
export function newRequest(id: number, at: number, { method, path, userAgent }: RequestHead): AgentRequest {
  return {
    id,
    at,
    key: null,
    userAgent: userAgent.slice(0, 2000),
    method,
    path: path.slice(0, 2000),
    model: null,
    way: null,
    status: null,
    firstByteMs: null,
    durationMs: null,
    tokensPerSecond: null,
    bytesIn: 0,
    bytesOut: 0,
    failure: null,
    requestBody: null,
    responseBody: null,
  };
}
