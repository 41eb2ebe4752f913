import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { isSameJson } from '../../../contract/json.ts';
import type { AgentSettings, AgentState } from '../../../contract/agent.ts';
import type { AgentLimits } from '../limits.ts';
import { nextFreePort, portFailure, findPortOwner } from './port-conflict.ts';
import { openListener, type Listener } from './listener.ts';

/** A port, and whether it is the Demo's. */
export interface ListenTarget {
  readonly port: number;
  readonly isDemo: boolean;
}

type At = () => ListenTarget;

export interface AgentPortOptions {
  /** Whether it is wanted at all. */
  readonly isOn: boolean;
  readonly limits: AgentLimits;
  readonly onChange: () => void;
  readonly onRequest: (at: At, request: IncomingMessage, response: ServerResponse, awaitsContinue: boolean) => void;
  readonly onConnect: (at: At, request: IncomingMessage, socket: Socket, head: Buffer) => void;
}

/** Keeps the agent listening where it is wanted. */
export interface AgentPort {
  readonly state: () => AgentState;
  readonly number: () => number | null;
  /** `isDemo` undefined: the profile can't be told now, and what is listening stays. */
  readonly follow: (settings: AgentSettings, isDemo: boolean | undefined) => Promise<void>;
  readonly close: (graceMs: number) => Promise<void>;
}

/** How long answers of a port that is left may still go on, and of one that is switched off. */
const moveGraceMs = 60_000;
const offGraceMs = 5_000;
/** A taken port is tried again: whoever holds it may have ended. */
const retryMs = 10_000;

/** Nothing is open yet. */
export function openAgentPort(options: AgentPortOptions): AgentPort {
  let state: AgentState = options.isOn ? { kind: 'starting' } : { kind: 'off' };
  let open: { readonly place: ListenTarget; readonly listener: Listener } | undefined;
  let turn: Promise<unknown> = Promise.resolve();
  let retry: NodeJS.Timeout | undefined;
  let isClosed = false;
  const leaving = new Set<Listener>();

  const become = (next: AgentState): void => {
    if (isSameJson(next, state)) return;
    state = next;
    options.onChange();
  };
  const leave = (graceMs: number): void => {
    const left = open?.listener;
    open = undefined;
    if (!left) return;
    leaving.add(left);
    void left.close(graceMs).then(() => leaving.delete(left));
  };

  const listenAt = async (place: ListenTarget, settings: AgentSettings): Promise<void> => {
    if (open?.place.port === place.port && open.place.isDemo === place.isDemo) return;
    leave(moveGraceMs);
    if (state.kind !== 'failed') become({ kind: 'starting' });
    const at: At = () => place;
    try {
      const listener = await openListener({
        port: place.port,
        limits: options.limits,
        onRequest: (...came) => options.onRequest(at, ...came),
        onConnect: (...came) => options.onConnect(at, ...came),
      });
      open = { place, listener };
      become({ kind: 'listening', port: listener.port });
    } catch (error) {
      const [heldBy, free] = await Promise.all([findPortOwner(place.port), nextFreePort(place.port, [settings.port, settings.demoPort])]);
      become({ kind: 'failed', failure: portFailure(error, place.port, heldBy, free), heldBy, nextFreePort: free });
      retry = setTimeout(() => void follow(settings, place.isDemo), retryMs).unref();
    }
  };

  const apply = async (settings: AgentSettings, isDemo: boolean | undefined): Promise<void> => {
    clearTimeout(retry);
    if (isClosed) return;
    if (!settings.isOn) {
      leave(offGraceMs);
      become({ kind: 'off' });
      return;
    }
    const wanted = isDemo ?? open?.place.isDemo ?? false;
    await listenAt({ port: wanted ? settings.demoPort : settings.port, isDemo: wanted }, settings);
  };

  const follow = (settings: AgentSettings, isDemo: boolean | undefined): Promise<void> => {
    const applied = turn.then(() => apply(settings, isDemo)); // one after the other: two at once would fight for the port
    turn = applied.catch(() => undefined);
    return applied;
  };

  return {
    state: () => state,
    number: () => (state.kind === 'listening' ? state.port : null),
    follow,
    close: async (graceMs) => {
      isClosed = true;
      await turn;
      clearTimeout(retry);
      leave(graceMs);
      state = { kind: 'off' };
      await Promise.all([...leaving].map((left) => left.close(graceMs)));
    },
  };
}
