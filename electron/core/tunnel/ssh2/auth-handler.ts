import { failure } from '../../../contract/failures/fail.ts';
import type { AnyAuthMethod, NextAuthHandler } from 'ssh2';
import { carriedFailure } from '../../shared/dial.ts';
import type { Failure } from '../../../contract/failure.ts';
import type { Hop, Identity, ListedIdentities } from '../types.ts';
import { keyText } from '../text.ts';
import { dismissedFailure, authFailure } from './ssh-failure.ts';

/** Offers identities one by one. */
export type AuthHandler = ReturnType<typeof createAuthHandler>;

export interface AuthHandlerOptions extends ListedIdentities {
  readonly hop: Hop;
  readonly signal: AbortSignal;
  readonly onTrying: (identity: string) => void;
}

/**
 * Asks the server for its methods ("none"), then offers the first untried identity of an allowed method. Repeats this after each
 * answer, because a server may allow a method only later.
 */
export function createAuthHandler({ hop, identities, notes, hasSystemSshKeys, signal, onTrying }: AuthHandlerOptions) {
  const untried = [...identities];
  const offered: Identity[] = [];
  let hasAskedMethods = false;
  let allowed: readonly string[] = [];
  let isExhausted = false;
  let loginFailure: Failure | undefined;

  const offer = async (): Promise<object | undefined> => {
    for (;;) {
      const at = untried.findIndex(({ method }) => allowed.includes(method === 'agent' ? 'publickey' : method));
      const [identity] = at === -1 ? [] : untried.splice(at, 1);
      if (signal.aborted || !identity) return undefined;
      onTrying(identity.label);
      const prepared = await identity.prepare(signal);
      if (prepared === undefined) continue; // the agent is empty or the user skipped it
      offered.push(identity);
      return prepared;
    }
  };

  return {
    /** The callback for ssh2. */
    next: (allowedMethods: readonly string[] | null, _isPartial: boolean | null, proceed: NextAuthHandler): void => {
      if (!hasAskedMethods) {
        hasAskedMethods = true;
        proceed({ type: 'none', username: hop.login });
        return;
      }
      allowed = allowedMethods ?? [];
      offer()
        .catch((error: unknown) => {
          loginFailure = carriedFailure(error) ?? failure('sign-in-error', { hop: hop.name, detail: String(error) });
          if (loginFailure.code === 'login-given-up') loginFailure = dismissedFailure(hop, labels(offered.filter(isKey)), notes);
        })
        .then((prepared) => {
          isExhausted = !prepared;
          // `prepare` returns ssh2's own format by its contract.
          return proceed(prepared ? ({ username: hop.login, ...prepared } as AnyAuthMethod) : (false as never));
        })
        .catch(() => undefined); // ssh2 throws if its socket is gone, which "close" reports
    },
    /** Returns whether a secret was sent, because a rejected one counts towards a lock-out. */
    hasSentSecret: (): boolean => offered.some(({ method }) => method === 'password' || method === 'keyboard-interactive'),
    /** Returns why no identity is left. */
    failure: (): Failure => loginFailure ?? authFailure(hop, labels(offered), notes),
    isExhausted: (): boolean => isExhausted,
    /** Returns what only the system's ssh can sign in with, as sentences that `failure` lacks. Undefined if there is nothing. */
    systemSshNotes: (): readonly string[] | undefined => {
      if (hasSystemSshKeys && allowed.includes('publickey')) return []; // `notes` has them
      return offered.length === 0 && allowed.includes('gssapi-with-mic') ? [keyText.acceptsKerberos(hop.name)] : undefined;
    },
  };
}

function isKey(identity: Identity): boolean {
  return identity.method === 'agent' || identity.method === 'publickey';
}

function labels(identities: readonly Identity[]): readonly string[] {
  return identities.map(({ label }) => label);
}
