import type { EventName, Events } from '../../electron/contract/events.ts';
import type { Failure } from '../../electron/contract/failure.ts';
import type { RouteInput, RouteName, RouteOutput } from '../../electron/contract/routes.ts';
import type { TypedBridge } from '../bridge/create-bridge.ts';
import { createStore, type Store } from './store.ts';

/** Routes that ask for nothing but what is. */
type ReadRoute = { readonly [R in RouteName]: undefined extends RouteInput<R> ? R : never }[RouteName];

/** A value of the main process: read once, then followed by its event. `initial` stands until it is known. */
export function createLiveStore<E extends EventName, R extends ReadRoute, I>(
  { call, on }: TypedBridge,
  { event, route, initial }: { readonly event: E; readonly route: R; readonly initial: I },
  onFailure: (failure: Failure) => void,
): Store<Events[E] | RouteOutput<R> | I> {
  const store = createStore<Events[E] | RouteOutput<R> | I>(initial);
  let hasHeard = false;
  on(event, (value) => {
    hasHeard = true;
    store.write(value);
  });
  const readFirst = async () => {
    const result = await (call as (route: R) => Promise<Awaited<ReturnType<typeof call<R>>>>)(route); // such a route takes no input
    if (!result.ok) onFailure(result.failure);
    // An event is newer than the answer it overtook.
    else if (!hasHeard) store.write(result.value);
  };
  void readFirst();
  return { read: store.read, subscribe: store.subscribe };
}
