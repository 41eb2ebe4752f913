import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isSameJson } from '../../../contract/json.ts';
import type { LocalApiSettings, LocalApiState } from '../../../contract/local-api.ts';
import { maxAnswerMs } from '../../shared/timeouts.ts';
import type { LocalApiLimits } from '../limits.ts';
import { nextFreePort, portFailure, findPortOwner } from './port-conflict.ts';
import { openListener, type Listener } from './listener.ts';

/** A port, and whether it is the demo's. */
export interface ListenTarget {
  readonly port: number;
  readonly isDemo: boolean;
}

type GetListenTarget = () => ListenTarget;

export interface LocalApiPortOptions {
  /** Whether the local API is switched on. */
  readonly isOn: boolean;
  readonly limits: LocalApiLimits;
  readonly onChange: () => void;
  readonly onRequest: (getTarget: GetListenTarget, request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => void;
  readonly onConnect: (getTarget: GetListenTarget, request: IncomingMessage, socket: Socket, head: Buffer) => void;
}

/** Keeps the local API listening on the right port. */
export interface LocalApiPort {
  readonly state: () => LocalApiState;
  readonly number: () => number | null;
  /** If `isDemo` is undefined, the profile isn't known yet and the listener stays. */
  readonly sync: (settings: LocalApiSettings, isDemo: boolean | undefined) => Promise<void>;
  readonly close: (graceMs: number) => Promise<void>;
}

/** How long requests may continue after the local API was switched off. On a port that was only left, they may end. */
const offGraceMs = 5_000;
/** A taken port is retried, because the other program may have ended. */
const retryMs = 10_000;

/** Creates the port. It opens at the first `sync`. */
export function openLocalApiPort(options: LocalApiPortOptions): LocalApiPort {
  let state: LocalApiState = options.isOn ? { kind: 'starting' } : { kind: 'off' };
  let open: { readonly target: ListenTarget; readonly listener: Listener } | undefined;
  let queue: Promise<unknown> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  const closing = new Set<Listener>();

  const setState = (next: LocalApiState): void => {
    if (isSameJson(next, state)) return;
    state = next;
    options.onChange();
  };
  const closeCurrent = (graceMs: number): void => {
    const listener = open?.listener;
    open = undefined;
    if (!listener) return;
    closing.add(listener);
    void listener.close(graceMs).then(() => closing.delete(listener));
  };

  const listenAt = async (target: ListenTarget, settings: LocalApiSettings): Promise<void> => {
    if (open?.target.port === target.port && open.target.isDemo === target.isDemo) return;
    closeCurrent(maxAnswerMs);
    if (state.kind !== 'failed') setState({ kind: 'starting' });
    const getTarget: GetListenTarget = () => target;
    try {
      const listener = await openListener({
        port: target.port,
        limits: options.limits,
        onRequest: (...args) => options.onRequest(getTarget, ...args),
        onConnect: (...args) => options.onConnect(getTarget, ...args),
      });
      open = { target, listener };
      setState({ kind: 'listening', port: listener.port });
    } catch (error) {
      const [heldBy, freePort] = await Promise.all([
        findPortOwner(target.port),
        nextFreePort(target.port, [settings.port, settings.demoPort]),
      ]);
      setState({ kind: 'failed', failure: portFailure(error, target.port, heldBy, freePort), heldBy, nextFreePort: freePort });
      retry = setTimeout(() => void sync(settings, target.isDemo), retryMs).unref();
    }
  };

  const apply = async (settings: LocalApiSettings, isDemo: boolean | undefined): Promise<void> => {
    clearTimeout(retry);
    if (isClosed) return;
    if (!settings.isOn) {
      closeCurrent(offGraceMs);
      for (const listener of closing) void listener.close(offGraceMs);
      setState({ kind: 'off' });
      return;
    }
    const usesDemo = isDemo ?? open?.target.isDemo ?? false;
    await listenAt({ port: usesDemo ? settings.demoPort : settings.port, isDemo: usesDemo }, settings);
  };

  const sync = (settings: LocalApiSettings, isDemo: boolean | undefined): Promise<void> => {
    const applied = queue.then(() => apply(settings, isDemo)); // one at a time, because two would compete for the port
    queue = applied.catch(() => undefined);
    return applied;
  };

  return {
    state: () => state,
    number: () => (state.kind === 'listening' ? state.port : null),
    sync,
    close: async (graceMs) => {
      isClosed = true;
      await queue;
      clearTimeout(retry);
      closeCurrent(graceMs);
      state = { kind: 'off' };
      await Promise.all([...closing].map((listener) => listener.close(graceMs)));
    },
  };
}
