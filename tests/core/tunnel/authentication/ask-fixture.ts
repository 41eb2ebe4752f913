import type { SshQuestion } from '../../../../electron/contract/connection.ts';
import type { Ask, LoginReply } from '../../../../electron/core/tunnel/types.ts';
import { ok } from '../../../../electron/contract/failure.ts';
import { failed } from '../../../support/recorded-failure.ts';
import type { SecretRef, SecretStore } from '../../../../electron/core/tunnel/authentication/secrets.ts';

/** Creates a user who gives these replies in turn, then dismisses every question. `asked` has the questions. */
export function userWithReplies(...replies: readonly LoginReply[]): { readonly ask: Ask; readonly asked: SshQuestion[] } {
  const left = [...replies];
  const asked: SshQuestion[] = [];
  return {
    asked,
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(left.shift() ?? { kind: 'given-up' });
    },
  };
}

/** Returns the reply of a user who types a secret. */
export function types(secret: string, keep = false): LoginReply {
  return { kind: 'secret', secret, keep };
}

/** Creates a keychain in memory. A locked one fails every call. */
export function keychain(isLocked = false): { readonly store: SecretStore; readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  const nameOf = ({ kind, profileId, place }: SecretRef): string => `${kind} ${profileId} ${place}`;
  const locked = failed('keychain-locked', 'The keychain is locked.', 'Unlock it.');
  return {
    items,
    store: {
      get: (name) => Promise.resolve(isLocked ? locked : ok(items.get(nameOf(name)) ?? null)),
      set: (name, secret) => {
        if (!isLocked) items.set(nameOf(name), secret);
        return Promise.resolve(isLocked ? locked : ok(undefined));
      },
      remove: (name) => {
        items.delete(nameOf(name));
        return Promise.resolve(ok(undefined));
      },
    },
  };
}
