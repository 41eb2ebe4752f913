import type { Connection } from '../contract/connection.ts';
import type { Mode } from '../contract/profile.ts';
import type { Core } from '../core/create-core.ts';

/** The way in use, once the profile is; undefined where that fails or is no longer waited for. */
export async function waitUntilReady(core: Pick<Core, 'handlers' | 'listen'>, signal: AbortSignal): Promise<Mode | undefined> {
  const ready = Promise.withResolvers<Mode | undefined>();
  const look = (connection: Connection): void => {
    if (connection.state === 'ready') ready.resolve(connection.mode);
    else if (connection.state === 'failed') ready.resolve(undefined);
  };
  const unlisten = core.listen(({ event, payload }) => {
    if (event === 'connection.changed') look(payload);
  });
  const giveUp = (): void => ready.resolve(undefined);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  const now = await core.handlers['connection.read'](undefined, { signal });
  if (now.ok) look(now.value);
  return ready.promise.finally(() => {
    unlisten();
    signal.removeEventListener('abort', giveUp);
  });
}
