import type { Tool } from '../../../contract/conversation.ts';
import type { Failure, Result } from '../../../contract/failure.ts';
import { fail, stoppedByUser, unexpected } from '../../../contract/failures/fail.ts';
import { abortable } from '../../shared/abortable.ts';
import type { Arguments } from '../bindings/templates.ts';
import type { ToolResult } from '../bindings/run-http.ts';
import type { OpenSession, ServerTransport, Session } from './open-session.ts';

/** The configuration of a server. */
export interface ServerConfig {
  readonly id: string;
  readonly name: string;
  readonly transport: ServerTransport;
}

/** The status of a server. */
export interface ServerStatus {
  readonly state: 'off' | 'connecting' | 'connected' | 'failed';
  readonly failure: Failure | null;
  readonly tools: readonly Tool[];
}

/** Connects the configured servers and reconnects them. */
export type McpServers = ReturnType<typeof createMcpServers>;

export interface McpServersOptions {
  readonly open: OpenSession;
  readonly now: () => number;
  readonly onChange: () => void;
  readonly onLog: (event: string, fields: Readonly<Record<string, unknown>>) => void;
  /** Returns the delay after this many failures in a row, or undefined to give up until the server changes or is needed. */
  readonly retryMs?: (failures: number) => number | undefined;
}

interface Entry {
  readonly wanted: ServerConfig;
  readonly key: string;
  readonly stop: AbortController;
  status: ServerStatus;
  session: Session | undefined;
  opening: Promise<void>;
  failures: number;
  connectedAt: number | undefined;
  retry: NodeJS.Timeout | undefined;
}

/** After this long a connected server's earlier failures are forgotten. */
const steadyMs = 30_000;

const off: ServerStatus = { state: 'off', failure: null, tools: [] };
const switchedOff = fail('tool-server-off');

/** Gives up in the end, because each attempt runs a user's program. */
function defaultRetryMs(failures: number): number | undefined {
  return failures > 6 ? undefined : 1000 * 2 ** (failures - 1);
}

/** Creates the servers. None runs before it is configured. */
export function createMcpServers({ open, now, onChange, onLog, retryMs = defaultRetryMs }: McpServersOptions) {
  const entries = new Map<string, Entry>();
  const ending = new Set<Promise<void>>();

  /** Makes `close` wait for this end of a session. */
  const awaitEnd = (closed: Promise<void>): void => {
    const over = closed.then(() => void ending.delete(over));
    ending.add(over);
  };

  const show = (entry: Entry, status: ServerStatus): void => {
    entry.status = status;
    if (!entry.stop.signal.aborted) onChange();
  };

  const onFailure = (entry: Entry, failure: Failure): void => {
    entry.session = undefined;
    if (entry.stop.signal.aborted) return;
    const wasSteady = entry.connectedAt !== undefined && now() - entry.connectedAt > steadyMs;
    entry.connectedAt = undefined;
    entry.failures = wasSteady ? 1 : entry.failures + 1;
    onLog('tools.server-failed', { server: entry.wanted.name, failure, failures: entry.failures });
    const wait = retryMs(entry.failures);
    if (wait !== undefined) entry.retry = setTimeout(() => start(entry), wait);
    show(entry, { state: 'failed', failure, tools: [] });
  };

  const start = (entry: Entry): void => {
    clearTimeout(entry.retry);
    entry.retry = undefined;
    entry.opening = connect(entry);
  };

  const connect = async (entry: Entry): Promise<void> => {
    const { name, transport } = entry.wanted;
    const { signal } = entry.stop;
    let tools: readonly Tool[] = [];
    let hasEnded = false;
    show(entry, { state: 'connecting', failure: null, tools: [] });
    const opened = await open(
      name,
      transport,
      {
        onTools: (listed) => {
          tools = listed;
          if (entry.session) show(entry, { ...entry.status, tools });
        },
        onEnd: (failure, closed) => {
          hasEnded = true;
          awaitEnd(closed);
          onFailure(entry, failure);
        },
      },
      signal,
    ).catch((error: unknown) => {
      onLog('tools.server-bug', { server: name, error });
      return unexpected();
    });
    if (hasEnded) return; // it broke at once, which was reported already
    if (!opened.ok) return onFailure(entry, opened.failure);
    if (signal.aborted) return opened.value.close();
    entry.session = opened.value;
    entry.connectedAt = now();
    onLog('tools.server-connected', { server: name, tools: tools.length });
    show(entry, { state: 'connected', failure: null, tools });
  };

  const stop = (entry: Entry): void => {
    entries.delete(entry.wanted.id);
    entry.stop.abort();
    clearTimeout(entry.retry);
    awaitEnd(entry.opening.then(() => entry.session?.close()));
  };

  const startFailed = (entry: Entry): void => {
    if (entry.status.state === 'failed') start(entry);
  };

  const ready = async (entry: Entry): Promise<Session | undefined> => {
    startFailed(entry);
    await entry.opening;
    return entry.session;
  };

  return {
    status: (id: string): ServerStatus => entries.get(id)?.status ?? off,
    /** Starts new servers, stops removed ones and restarts changed ones. */
    want: (servers: readonly ServerConfig[]): void => {
      const wanted = new Map(servers.map((server) => [server.id, JSON.stringify(server)]));
      for (const entry of entries.values()) if (wanted.get(entry.wanted.id) !== entry.key) stop(entry);
      for (const server of servers) {
        if (entries.has(server.id)) continue;
        const entry: Entry = {
          wanted: server,
          key: wanted.get(server.id) ?? '',
          stop: new AbortController(),
          status: off,
          session: undefined,
          opening: Promise.resolve(),
          failures: 0,
          connectedAt: undefined,
          retry: undefined,
        };
        entries.set(server.id, entry);
        start(entry);
      }
    },
    /** Restarts failed servers at once, because the user changed something or asked for it. */
    tryAgain: (): void => {
      for (const entry of entries.values()) {
        if (entry.status.state !== 'failed') continue;
        entry.failures = 0;
        start(entry);
      }
    },
    /** Starts a server again that has failed, because its tools are needed now. */
    startFailed: (id: string): void => {
      const entry = entries.get(id);
      if (entry) startFailed(entry);
    },
    call: async (id: string, tool: string, values: Arguments, signal: AbortSignal): Promise<Result<ToolResult>> => {
      const entry = entries.get(id);
      if (!entry) return switchedOff;
      const session = await abortable(ready(entry), signal);
      if (signal.aborted) return stoppedByUser;
      if (session) return session.call(tool, values, signal);
      const { failure } = entry.status;
      return failure ? { ok: false, failure } : switchedOff;
    },
    close: async (): Promise<void> => {
      for (const entry of entries.values()) stop(entry);
      await Promise.all(ending);
    },
  };
}
