import type { Endpoint } from './route.ts';

/** One request as the demo saw it; secrets are told by what they were worth, never by themselves. */
export interface RequestRecord {
  readonly id: number;
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly way: 'proxy' | 'direct' | 'none';
  readonly segment: string | null;
  readonly endpoint: Endpoint;
  readonly isFromInstance: boolean;
  readonly authorization: 'none' | 'good' | 'other';
  /** Without Authorization and Cookie. */
  readonly headers: Readonly<Record<string, string>>;
  /** The JSON that was sent; null where it was none, or too long to keep. */
  readonly body: unknown;
  readonly status: number | null;
  /** `aborted`: the client went away and generation stopped; `cut`: a fault broke the answer off. */
  readonly outcome: 'running' | 'answered' | 'aborted' | 'cut';
  /** Generated so far, or until it stopped. */
  readonly tokens: number;
}

/** What happened to a request. */
export type RequestChange = Partial<Pick<RequestRecord, 'status' | 'outcome' | 'tokens'>>;

/** The last requests, newest last. */
export interface RequestLog {
  readonly open: (record: Omit<RequestRecord, 'id' | 'status' | 'outcome' | 'tokens'>) => (change: RequestChange) => void;
  readonly list: () => readonly RequestRecord[];
  /** How many answers stopped because their client went away. */
  readonly aborts: () => number;
  /** Hears of every new or changed record; returns what stops that. */
  readonly listen: (listener: (record: RequestRecord) => void) => () => void;
}

const maxRecords = 200;

/** An empty log, in memory only. */
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
