import { useEffect, useEffectEvent } from 'react';
import type { EventName, Events } from '../../electron/contract/events.ts';
import type { On } from './event-source.ts';

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
