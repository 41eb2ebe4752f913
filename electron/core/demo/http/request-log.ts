import type { Endpoint } from './route.ts';

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

/** The last requests, newest last. */
export interface RequestLog {
  readonly open: (record: Omit<RequestRecord, 'id' | 'status' | 'outcome' | 'tokens'>) => (change: RequestChange) => void;
  readonly list: () => readonly RequestRecord[];
  /** Returns the number of answers cancelled by their client. */
  readonly aborts: () => number;
  /** Adds a listener for new and changed records. Returns a function that removes it. */
  readonly listen: (listener: (record: RequestRecord) => void) => () => void;
}

const maxRecords = 200;

/** Creates an empty log in memory. */
export function createRequestLog(): RequestLog {
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
    open: (opened) => {
      lastId += 1;
      let record: RequestRecord = { ...opened, id: lastId, status: null, outcome: 'running', tokens: 0 };
      store(record);
      return (change) => {
        if (change.outcome === 'aborted' && record.outcome !== 'aborted') aborts += 1;
        record = { ...record, ...change };
        store(record);
      };
    },
    list: () => [...records.values()],
    aborts: () => aborts,
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
