import { ok } from '../../contract/failure.ts';
import type { Handlers } from '../../contract/routes.ts';
import type { ConnectionSupervisor, PendingQuestions } from '../connection/connection.ts';
import type { Profiles } from '../profiles/profiles.ts';

type ConnectionRoute =
  | 'connection.read'
  | 'connection.setMode'
  | 'connection.refresh'
  | 'token.status'
  | 'token.set'
  | 'token.forget'
  | 'tunnel.read'
  | 'tunnel.reconnect'
  | 'tunnel.stop'
  | 'tunnel.confirmNewInstance'
  | 'questions.read'
  | 'questions.answer';

/** Answers what the window asks about the connection. */
export function connectionHandlers(
  connection: ConnectionSupervisor,
  profiles: Profiles,
  questions: PendingQuestions,
): Handlers<ConnectionRoute, { readonly signal: AbortSignal }> {
  const { tokens, tunnel } = connection;
  return {
    'connection.read': () => ok(connection.read()),
    'connection.setMode': async ({ mode }) => {
      const set = await profiles.setMode(profiles.activeId() ?? '', mode);
      return set.ok ? ok(undefined) : set;
    },
    'connection.refresh': () => connection.refresh(),
    'token.status': ({ profileId }, { signal }) => tokens.status(profileId, signal),
    'token.set': (token, { signal }) => tokens.set(token, signal),
    'token.forget': ({ profileId }, { signal }) => tokens.forget(profileId, signal),
    'tunnel.read': () => ok(tunnel.read()),
    'tunnel.reconnect': () => tunnel.reconnect(),
    'tunnel.stop': () => tunnel.stop(),
    'tunnel.confirmNewInstance': ({ fingerprint }) => tunnel.confirmNewInstance(fingerprint),
    'questions.read': () => ok(questions.read()),
    'questions.answer': ({ id, reply }) => questions.answer(id, reply),
  };
}
