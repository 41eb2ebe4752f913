import type { ParsedKey } from 'ssh2';
import type { Ask, Hop, Identity } from '../types.ts';
import { keySkipped } from '../ssh2/ssh-failure.ts';
import type { IdentityFile } from './key-file.ts';
import { type CredentialCache, keyScope, type SavedSecrets } from './secrets.ts';
import { type Unlocked, unlockKey } from './unlock-key.ts';

/** What every identity that may ask for something needs. */
export interface IdentityContext {
  readonly hop: Hop;
  /** Throws where the user gives the login up. */
  readonly ask: Ask;
  /** Ends the login once the user did not want to answer, so that nothing more is asked. */
  readonly throwIfGivenUp: () => void;
  readonly secrets: SavedSecrets;
  readonly memory: CredentialCache;
  readonly note: (sentence: string) => void;
}

const maxAsked = 3;

/** A key from a file; its passphrase is asked for when its turn comes. */
export function createFileIdentity(file: IdentityFile, context: IdentityContext): Identity {
  const place = keyScope(file.path, file.text);
  return {
    label: `key file ${file.path}`,
    method: 'publickey',
    prepare: async (signal) => {
      const { hop, memory, note } = context;
      const found = memory.keys.get(place) ?? (await openKey(file, context, signal));
      if (!found || signal.aborted) return undefined;
      if (file.publicKey && !found.getPublicSSH().equals(file.publicKey)) {
        note(`${file.path} and ${file.path}.pub are not two halves of one key; the private one is tried.`);
      }
      memory.keys.set(place, found);
      return { type: 'publickey', username: hop.login, key: found };
    },
  };
}

async function openKey(file: IdentityFile, context: IdentityContext, signal: AbortSignal): Promise<ParsedKey | undefined> {
  const isEncrypted = 'isEncrypted' in file.content && file.content.isEncrypted;
  const opened = isEncrypted ? await openWithPassphrase(file, context, signal) : await unlockKey(file.text, undefined, signal);
  if (opened?.kind === 'key') return opened.key;
  if (opened?.kind === 'unusable' && !signal.aborted) context.note(`The key file ${file.path} can't be used: ${opened.reason}.`);
  return undefined;
}

async function openWithPassphrase(
  file: IdentityFile,
  { hop, ask, secrets, memory, note }: IdentityContext,
  signal: AbortSignal,
): Promise<Unlocked | undefined> {
  const kept = await secrets.find('key-passphrase', file.path, signal);
  if (kept !== undefined) {
    const opened = await unlockKey(file.text, kept, signal);
    if (opened.kind !== 'wrong-passphrase') return opened;
    // It stays where it is kept: only the user removes, or replaces it below.
  }
  for (let asked = 0; asked < maxAsked && !signal.aborted; asked += 1) {
    const isAgain = asked > 0 || kept !== undefined;
    const reply = await ask({ kind: 'passphrase', hop: hop.name, keyFile: file.path, isAgain }, signal);
    if (reply.kind !== 'secret') {
      note(keySkipped(file.path, isAgain));
      return undefined;
    }
    const opened = await unlockKey(file.text, reply.secret, signal);
    if (opened.kind === 'wrong-passphrase') continue;
    if (opened.kind === 'key') memory.passphrases.set(file.path, reply.secret); // should the system's ssh take over
    const trouble = opened.kind === 'key' && reply.keep ? await secrets.keep('key-passphrase', file.path, reply.secret, signal) : undefined;
    if (trouble) note(trouble);
    return opened;
  }
  if (!signal.aborted) note(`The key file ${file.path} was passed over: the passphrase was wrong ${maxAsked} times.`);
  return undefined;
}
