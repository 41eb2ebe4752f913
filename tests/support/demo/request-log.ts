import type { IncomingMessage } from 'node:http';
import { parseJson } from '../../../electron/contract/json.ts';
import type { TokenProblem } from '../../../electron/core/demo/dialects/proxy.ts';
import type { Exchange, Endpoint } from '../../../electron/core/demo/http/exchange.ts';

/** One logged request. Secrets are logged only as valid or not. */
export interface RequestRecord {
  readonly id: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly mode: 'proxy' | 'direct' | 'none';
  readonly segment: string | null;
  readonly endpoint: Endpoint;
  readonly isFromInstance: boolean;
  readonly authorization: 'none' | 'good' | 'other';
  /** Without Authorization and Cookie. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON body. Null if it is invalid or too long to log. */
  readonly body: unknown;
  readonly status: number | null;
  /** `aborted` by the client, or `cut` by a fault. */
  readonly outcome: 'running' | 'answered' | 'aborted' | 'cut';
  /** Tokens generated so far. */
  readonly tokens: number;
}

/** A change of a logged request. */
export type RequestChange = Partial<Pick<RequestRecord, 'status' | 'outcome' | 'tokens'>>;

type OpenedRequest = Omit<RequestRecord, 'id' | 'status' | 'outcome' | 'tokens'>;

const maxRecords = 200;
const maxLoggedBody = 256 * 1024;

/** Returns what is logged of a request at once. */
export function describeExchange({ request, route, body, isFromInstance }: Exchange, tokenState: TokenProblem | 'good'): OpenedRequest {
  return {
    at: Date.now(),
    method: request.method ?? '',
    path: request.url ?? '',
    mode: route.mode,
    segment: route.mode === 'direct' ? route.segment : null,
    endpoint: route.mode === 'none' ? 'other' : route.endpoint,
    isFromInstance,
    authorization: request.headers.authorization === undefined ? 'none' : tokenState === 'good' ? 'good' : 'other',
    headers: loggableHeaders(request),
    body: body.length > maxLoggedBody ? null : (parseJson(body) ?? null),
  };
}

function loggableHeaders(request: IncomingMessage): Readonly<Record<string, string>> {
  const safe = Object.entries(request.headers).filter(([name]) => name !== 'authorization' && name !== 'cookie' && name !== 'x-api-key');
  return Object.fromEntries(safe.map(([name, value]) => [name, String(value)]));
}

/** Creates an empty log in memory. */
export function createRequestLog() {
  const records = new Map<number, RequestRecord>();
  const listeners = new Set<(record: RequestRecord) => void>();
  let lastId = 0;
  let aborts = 0;

  const store = (record: RequestRecord): void => {
    records.set(record.id, record);
    for (const oldest of records.keys()) {
      if (records.size <= maxRecords) break;
      records.delete(oldest);
    }
    for (const listener of listeners) listener(record);
  };

  return {
    open: (opened: OpenedRequest): ((change: RequestChange) => void) => {
      lastId += 1;
      let record: RequestRecord = { ...opened, id: lastId, status: null, outcome: 'running', tokens: 0 };
      store(record);
      return (change) => {
        if (change.outcome === 'aborted' && record.outcome !== 'aborted') aborts += 1;
        record = { ...record, ...change };
        store(record);
      };
    },
    list: (): readonly RequestRecord[] => [...records.values()],
    /** Returns the number of answers cancelled by their client. */
    aborts: (): number => aborts,
    /** Adds a listener for new and changed records. Returns a function that removes it. */
    listen: (listener: (record: RequestRecord) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
