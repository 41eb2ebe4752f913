import type { EventMessage } from '../../contract/events.ts';
import { waitsForUser } from '../../host/watch-notifications.ts';

/** Creates a function that returns, after each event, whether a run, an answer or a request to the local API is in progress. */
export function createActivityTracker(): (message: EventMessage) => boolean {
  const runs = new Set<string>();
  const requests = new Set<number>();
  let isAnswering = false;
  const track = <T>(active: Set<T>, id: T, isActive: boolean): unknown => (isActive ? active.add(id) : active.delete(id));

  return ({ event, payload }) => {
    if (event === 'runs.changed') for (const run of payload) track(runs, run.id, run.state === 'running' && !waitsForUser(run));
    else if (event === 'runs.deleted') for (const id of payload) runs.delete(id);
    // what waits for the user may wait for days
    else if (event === 'chat.turns') isAnswering = payload.some(({ state }) => state !== 'waiting-for-user');
    else if (event === 'localApi.requests') {
      // a forwarded connection may stay open without being used
      for (const { id, method, durationMs } of payload) track(requests, id, durationMs === null && method !== 'CONNECT');
    }
    return isAnswering || runs.size > 0 || requests.size > 0;
  };
}

/** Electron's power save blocker. */
interface Blocker {
  readonly start: (type: 'prevent-app-suspension') => number;
  readonly stop: (id: number) => unknown;
}

/** Keeps the computer awake while work is in progress. The screen may turn off. */
export function keepAwake(listen: (listener: (message: EventMessage) => void) => unknown, blocker: Blocker): void {
  const isActive = createActivityTracker();
  let blocking: number | undefined;
  listen((message) => {
    if (isActive(message)) blocking ??= blocker.start('prevent-app-suspension');
    else if (blocking !== undefined) {
      blocker.stop(blocking);
      blocking = undefined;
    }
  });
}
