import { useEffect, useEffectEvent } from 'react';
import type { PreloadBridge } from '../../electron/contract/ipc.ts';
import { cancelledCall, reviveResult, unexpected, type Failed, type Result } from '../../electron/contract/failure.ts';
import type { RouteInput, RouteName, RouteOutput } from '../../electron/contract/routes.ts';
import type { EventName, Events } from '../../electron/contract/events.ts';

/** The main process as the renderer sees it: typed questions and typed events. */
export interface TypedBridge {
  readonly call: Call;
  readonly on: On;
}

/** Makes the typed bridge from what the preload script put into the window. */
export function createBridge(bridge: PreloadBridge): TypedBridge {
  return { call: createCall(bridge), on: createEventSource(bridge) };
}

/** How a call may be withdrawn. */
export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

type CallArguments<R extends RouteName> =
  undefined extends RouteInput<R> ? [input?: undefined, options?: CallOptions] : [input: RouteInput<R>, options?: CallOptions];

/** Asks the main process for one thing; never rejects. */
export type Call = <R extends RouteName>(route: R, ...rest: CallArguments<R>) => Promise<Result<RouteOutput<R>>>;

/** Makes the typed call over the untyped bridge. */
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

    const withdrawal = Promise.withResolvers<Failed>();
    const withdraw = () => {
      withdrawal.resolve(cancelledCall);
      // The answer to a cancellation carries nothing, and its failure changes nothing for the caller.
      bridge.call({ kind: 'cancel', id }).catch(() => undefined);
    };
    signal.addEventListener('abort', withdraw, { once: true });
    try {
      return await Promise.race([answer, withdrawal.promise]);
    } finally {
      signal.removeEventListener('abort', withdraw);
    }
  };
}

/** Subscribes to one kind of event; returns what ends the subscription. */
export type On = <E extends EventName>(event: E, listener: (payload: Events[E]) => void) => () => void;

type Listeners = { readonly [E in EventName]: Set<(payload: Events[E]) => void> };

/** Subscribes once to the bridge and fans its batches out to typed listeners. */
export function createEventSource(bridge: Pick<PreloadBridge, 'on'>): On {
  const listeners: Listeners = {
    'settings.changed': new Set(),
    'notices.changed': new Set(),
    'connection.changed': new Set(),
    'questions.changed': new Set(),
    'profiles.changed': new Set(),
    'connectionCheck.changed': new Set(),
    'agent.changed': new Set(),
    'agent.requests': new Set(),
    'history.changed': new Set(),
    'history.purged': new Set(),
    'history.progress': new Set(),
    'chat.message': new Set(),
    'chat.progress': new Set(),
    'chat.runs': new Set(),
    'tools.changed': new Set(),
    'library.changed': new Set(),
    'window.command': new Set(),
  };

  bridge.on((batch) => {
    for (const message of batch) deliver(listeners, message);
  });

  return (event, listener) => {
    // A fresh function per subscription, so that one listener subscribed twice is two subscriptions.
    const entry = (payload: Parameters<typeof listener>[0]) => {
      listener(payload);
    };
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
      // Nor may one listener's bug keep the news from the others.
      reportError(error);
    }
  }
}

/** Listens to one kind of event while the component is mounted; always calls the newest listener. */
export function useEvent<E extends EventName>(on: On, event: E, listener: (payload: Events[E]) => void): void {
  const newest = useEffectEvent(listener);
  useEffect(
    () =>
      on(event, (payload) => {
        newest(payload);
      }),
    [on, event],
  );
}
