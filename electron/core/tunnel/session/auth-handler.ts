import type { AnyAuthMethod, AuthHandlerMiddleware, NextAuthHandler } from 'ssh2';
import { carriedFailure } from '../../support/failure-error.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { Hop, Identity } from '../ports.ts';
import { notLoggedIn } from './ssh-failure.ts';

/** Offers the identities one by one. */
export interface AuthHandler {
  /** In ssh2's shape. */
  readonly next: AuthHandlerMiddleware;
  /** Whether a guess was refused that counts towards a lock-out. */
  readonly hasBeenRefused: () => boolean;
  /** Why nothing is left to offer. */
  readonly failure: () => Failure;
  readonly isExhausted: () => boolean;
}

export interface AuthHandlerOptions {
  readonly hop: Hop;
  readonly identities: readonly Identity[];
  readonly notes: readonly string[];
  readonly signal: AbortSignal;
  readonly onTrying: (identity: string) => void;
}

/**
 * Asks the server what it takes ("none"), then offers the first untried identity of an allowed kind, again after each answer:
 * a server with several steps may allow a kind only later.
 */
export function createAuthHandler({ hop, identities, notes, signal, onTrying }: AuthHandlerOptions): AuthHandler {
  const untried = [...identities];
  const offered: Identity[] = [];
  let hasAsked = false;
  let isExhausted = false;
  let given: Failure | undefined;

  const offer = async (allowed: readonly string[]): Promise<object | undefined> => {
    for (;;) {
      const at = untried.findIndex(({ method }) => allowed.includes(method === 'agent' ? 'publickey' : method));
      const [identity] = at === -1 ? [] : untried.splice(at, 1);
      if (!identity || signal.aborted) return undefined;
      onTrying(identity.label);
      const prepared = await identity.prepare(signal);
      if (prepared === undefined) continue; // nothing to offer: the agent is empty, or the user passed
      offered.push(identity);
      return prepared;
    }
  };

  return {
    next: (left: readonly string[] | null, _isPartial: boolean | null, proceed: NextAuthHandler): void => {
      if (!hasAsked) {
        hasAsked = true;
        proceed({ type: 'none', username: hop.login });
        return;
      }
      offer(left ?? [])
        .catch((error: unknown) => {
          given = carriedFailure(error) ?? {
            ...notLoggedIn(hop, [], notes),
            message: `Logging in to ${hop.name} failed: ${String(error)}.`,
          };
        })
        .then((prepared) => {
          isExhausted = !prepared;
          // What an identity prepares is what ssh2 takes: the port says so.
          return proceed(prepared ? ({ username: hop.login, ...prepared } as AnyAuthMethod) : (false as never));
        })
        .catch(() => undefined); // ssh2 throws where its socket has gone meanwhile; its "close" tells
    },
    hasBeenRefused: () => offered.some(({ method }) => method === 'password' || method === 'keyboard-interactive'),
    failure: () =>
      given ??
      notLoggedIn(
        hop,
        offered.map(({ label }) => label),
        notes,
      ),
    isExhausted: () => isExhausted,
  };
}
