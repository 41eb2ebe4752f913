import { useEffect, useEffectEvent } from 'react';
import type { PreloadBridge } from '../../electron/contract/ipc.ts';
import type { Failed, Result } from '../../electron/contract/failure.ts';
import { cancelledCall, reviveResult, unexpected } from '../../electron/contract/failures/fail.ts';
import type { RouteInput, RouteName, RouteOutput } from '../../electron/contract/routes.ts';
import type { EventMessage, EventName, Events } from '../../electron/contract/events.ts';

/** Typed calls to the main process and typed events from it. */
export interface TypedBridge {
  readonly call: Call;
  readonly on: On;
}

/** Wraps the untyped bridge of the preload script. */
export function createBridge(bridge: PreloadBridge): TypedBridge {
  const call = createCall(bridge);
  return {
    call,
    on: createEventSource({
      on: (listener) => {
        bridge.on(listener);
        bridge.on(createMissedReader(call, listener));
      },
    }),
  };
}

/** The events that carry a whole value, each with the route that reads it. */
const valueRoutes = {
  'settings.changed': 'settings.read',
  'notices.changed': 'notices.read',
  'connection.changed': 'connection.read',
  'questions.changed': 'questions.read',
  'profiles.changed': 'profiles.read',
  'localApi.changed': 'localApi.read',
  'localApi.requests': 'localApi.requests',
  'chat.turns': 'chat.turns',
  'tools.changed': 'tools.read',
  'library.changed': 'library.read',
} as const satisfies Partial<Record<EventName, RouteName>>;

/** After a lost link, reads the values whose events may have been missed, and delivers them as those events. */
function createMissedReader(call: Call, deliver: (batch: readonly EventMessage[]) => void): (batch: readonly EventMessage[]) => void {
  /** The number of events of each kind, because one that overtakes a reply is newer. */
  const counts = new Map<string, number>();
  const readAgain = async (event: keyof typeof valueRoutes): Promise<void> => {
    const before = counts.get(event);
    const result = await call(valueRoutes[event]);
    if (result.ok && counts.get(event) === before) deliver([{ event, payload: result.value } as EventMessage]); // its route has that value
  };
  return (batch) => {
    for (const { event } of batch) counts.set(event, (counts.get(event) ?? 0) + 1);
    if (batch.some(({ event }) => event === 'link.restored'))
      for (const event of Object.keys(valueRoutes)) void readAgain(event as keyof typeof valueRoutes);
  };
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

type CallArguments<R extends RouteName> =
  undefined extends RouteInput<R> ? [input?: undefined, options?: CallOptions] : [input: RouteInput<R>, options?: CallOptions];

/** Calls a route of the main process. Never rejects. */
export type Call = <R extends RouteName>(route: R, ...rest: CallArguments<R>) => Promise<Result<RouteOutput<R>>>;

export function createCall(bridge: Pick<PreloadBridge, 'call'>): Call {
  let nextId = 0;

  return async function call<R extends RouteName>(route: R, ...rest: CallArguments<R>): Promise<Result<RouteOutput<R>>> {
    const [input, options] = rest;
    const signal = options?.signal;
    if (signal?.aborted === true) return cancelledCall;

    const id = nextId++;
    const answer = bridge
      .call({ kind: 'call', id, route, input })
      .then((value) => reviveResult<RouteOutput<R>>(value))
      .catch(unexpected);
    if (signal === undefined) return answer;

    const cancellation = Promise.withResolvers<Failed>();
    const cancel = () => {
      cancellation.resolve(cancelledCall);
      // Neither the response to a cancellation nor its failure matters to the caller.
      bridge.call({ kind: 'cancel', id }).catch(() => undefined);
    };
    signal.addEventListener('abort', cancel, { once: true });
    try {
      return await Promise.race([answer, cancellation.promise]);
    } finally {
      signal.removeEventListener('abort', cancel);
    }
  };
}

/** Subscribes to one kind of event. Returns the unsubscribe function. */
export type On = <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void;

type Listeners = { readonly [E in EventName]: Set<(payload: Events[E]) => void> };

/** Subscribes to the bridge once and dispatches its batches to typed listeners. */
export function createEventSource(bridge: Pick<PreloadBridge, 'on'>): On {
  const listeners: Listeners = {
    'settings.changed': new Set(),
    'notices.changed': new Set(),
    'connection.changed': new Set(),
    'questions.changed': new Set(),
    'profiles.changed': new Set(),
    'connectionCheck.changed': new Set(),
    'localApi.changed': new Set(),
    'localApi.requests': new Set(),
    'history.changed': new Set(),
    'history.purged': new Set(),
    'history.progress': new Set(),
    'chat.message': new Set(),
    'chat.progress': new Set(),
    'chat.turns': new Set(),
    'notebook.scoring': new Set(),
    'runs.changed': new Set(),
    'runs.deleted': new Set(),
    'tools.changed': new Set(),
    'library.changed': new Set(),
    'link.restored': new Set(),
    'window.command': new Set(),
  };

  bridge.on((batch) => {
    for (const message of batch) deliver(listeners, message);
  });

  return (event, listener) => {
    // A fresh function per subscription, so that one listener subscribed twice is two subscriptions.
    const entry = (payload: Parameters<typeof listener>[0]) => listener(payload);
    listeners[event].add(entry);
    return () => listeners[event].delete(entry);
  };
}

type Message<E extends EventName> = { readonly [K in E]: { readonly event: K; readonly payload: Events[K] } }[E];

function deliver<E extends EventName>(listeners: Listeners, { event, payload }: Message<E>): void {
  // An event this build does not know must not stop the rest of its batch.
  if (!Object.hasOwn(listeners, event)) return;
  for (const listener of listeners[event]) {
    try {
      listener(payload);
    } catch (error) {
      // A listener that throws must not keep the event from the others.
      reportError(error);
    }
  }
}

/** Subscribes to one kind of event while the component is mounted. Always calls the newest listener. */
export function useEvent<E extends EventName>(on: On, event: E, listener: (payload: Events[E]) => void): void {
  const newest = useEffectEvent(listener);
  useEffect(() => on(event, (payload) => newest(payload)), [on, event]);
}

/** Returns a random UUID. `crypto.randomUUID` is missing if a reverse proxy serves the page without TLS. */
export function newId(): string {
  const digits = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}
