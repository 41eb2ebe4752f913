import type { ParsedKey } from 'ssh2';
import type { Ask, Hop, Identity } from '../types.ts';
import { identityLabels, keyText } from '../text.ts';
import type { KeyFile } from './key-file.ts';
import { type CredentialCache, keyScope, type SavedSecrets } from './secrets.ts';
import { type UnlockResult, unlockKey } from './unlock-key.ts';

/** What an identity needs to ask for its secret. */
export interface IdentityContext {
  readonly hop: Hop;
  /** Throws if the user dismisses the login. */
  readonly ask: Ask;
  /** Throws once the user has dismissed a question, so that nothing more is asked. */
  readonly throwIfDismissed: () => void;
  readonly secrets: SavedSecrets;
  readonly cache: CredentialCache;
  readonly note: (sentence: string) => void;
}

const maxPassphrasePrompts = 3;

/** Creates an identity from a key file. Its passphrase is requested only when the key is offered. */
export function createKeyFileIdentity(file: KeyFile, context: IdentityContext): Identity {
  const scope = keyScope(file.path, file.text);
  return {
    label: identityLabels.keyFile(file.path),
    method: 'publickey',
    prepare: async (signal) => {
      const { hop, cache, note } = context;
      const key = cache.keys.get(scope) ?? (await openKey(file, context, signal));
      if (!key || signal.aborted) return undefined;
      if (file.publicKey && !key.getPublicSSH().equals(file.publicKey)) {
        note(keyText.mismatch(file.path));
      }
      cache.keys.set(scope, key);
      return { type: 'publickey', username: hop.login, key };
    },
  };
}

async function openKey(file: KeyFile, context: IdentityContext, signal: AbortSignal): Promise<ParsedKey | undefined> {
  const isEncrypted = 'isEncrypted' in file.content && file.content.isEncrypted;
  const unlocked = isEncrypted ? await openWithPassphrase(file, context, signal) : await unlockKey(file.text, undefined, signal);
  if (unlocked?.kind === 'key') return unlocked.key;
  if (unlocked?.kind === 'unusable' && !signal.aborted) context.note(keyText.unusable(file.path, unlocked.reason));
  return undefined;
}

async function openWithPassphrase(
  file: KeyFile,
  { hop, ask, secrets, note }: IdentityContext,
  signal: AbortSignal,
): Promise<UnlockResult | undefined> {
  const saved = await secrets.find('key-passphrase', file.path, signal);
  if (saved !== undefined) {
    const unlocked = await unlockKey(file.text, saved, signal);
    if (unlocked.kind !== 'wrong-passphrase') return unlocked;
    // The saved passphrase is not deleted: only the user removes or replaces it.
  }
  for (let prompts = 0; prompts < maxPassphrasePrompts && !signal.aborted; prompts += 1) {
    const isAgain = prompts > 0 || saved !== undefined;
    const reply = await ask({ kind: 'passphrase', hop: hop.name, keyFile: file.path, isAgain }, signal);
    if (reply.kind !== 'secret') {
      note(keyText.skipped(file.path, isAgain));
      return undefined;
    }
    const unlocked = await unlockKey(file.text, reply.secret, signal);
    if (unlocked.kind === 'wrong-passphrase') continue;
    const problem =
      unlocked.kind === 'key' && reply.keep ? await secrets.save('key-passphrase', file.path, reply.secret, signal) : undefined;
    if (problem) note(problem);
    return unlocked;
  }
  if (!signal.aborted) note(keyText.wrongPassphrases(file.path, maxPassphrasePrompts));
  return undefined;
}
