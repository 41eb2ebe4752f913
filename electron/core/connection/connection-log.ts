import type { Connection } from '../../contract/connection.ts';

type Write = (event: string, facts: Readonly<Record<string, unknown>>) => void;

/** Logs state names and codes of the connection, each time they change. */
export function createConnectionLog(write: Write): (connection: Connection) => void {
  let last = '';
  return (connection) => {
    const facts = summarize(connection);
    const text = JSON.stringify(facts);
    if (text === last) return;
    last = text;
    write('connection.changed', facts);
  };
}

function summarize(connection: Connection): Readonly<Record<string, unknown>> {
  if (connection.state === 'starting') return { state: 'starting' };
  if (connection.state === 'failed') return { state: 'failed', failure: connection.failure.code };
  const { profile, mode, direct, tunnel, token, lists } = connection;
  return {
    state: 'ready',
    profile: profile.id,
    mode,
    direct: direct.now,
    tunnel: tunnel?.state.kind ?? 'none',
    ...(tunnel && 'failure' in tunnel.state ? { failure: tunnel.state.failure.code } : {}),
    hasToken: token.state === 'set',
    lists: lists.map(({ mode: listMode, segment, failure }) => `${listMode} ${segment ?? ''} ${failure?.code ?? 'good'}`),
  };
}
