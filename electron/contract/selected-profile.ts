import type { Connection, ReadyConnection } from './connection.ts';

/** The profile and the mode that are chosen, whether or not they could be connected to; null while that is not known. */
export function selectedProfile(connection: Connection): Pick<ReadyConnection, 'profile' | 'mode'> | null {
  if (connection.state === 'starting') return null;
  return connection.state === 'ready' ? connection : connection.chosen;
}
