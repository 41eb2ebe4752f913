import type { EventName, Events } from '../../electron/contract/events.ts';
import type { PreloadBridge } from '../../electron/contract/ipc.ts';

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
