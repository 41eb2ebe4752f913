import { createDecipheriv, createPrivateKey, type CipherGCMTypes } from 'node:crypto';
import ssh2, { type ParsedKey } from 'ssh2';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { deriveKey, openPpk } from './ppk.ts';
import { type KeyText, readKeyText, type KeyFile } from './key-file.ts';
import { buildOpensshEd25519Key, formatOpensshKey, createFieldReader } from './ssh-wire.ts';
import { keyProblems, identityLabels, keyText } from '../text.ts';
import type { Ask, Hop, Identity } from '../types.ts';
import { type CredentialCache, keyScope, type SavedSecrets } from './secrets.ts';

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

/** A private key ready to sign, or why there is none. */
type UnlockResult =
  | { readonly kind: 'key'; readonly key: ParsedKey }
  | { readonly kind: 'wrong-passphrase' }
  | { readonly kind: 'unusable'; readonly reason: string };

type OpenSshText = Extract<KeyText, { kind: 'openssh' }>;

/** The supported ciphers of OpenSSH key files: Node's name and the lengths of key and IV. */
const ciphers: Readonly<Record<string, { readonly name: string; readonly key: number; readonly iv: number }>> = {
  'aes256-ctr': { name: 'aes-256-ctr', key: 32, iv: 16 },
  'aes192-ctr': { name: 'aes-192-ctr', key: 24, iv: 16 },
  'aes128-ctr': { name: 'aes-128-ctr', key: 16, iv: 16 },
  'aes256-cbc': { name: 'aes-256-cbc', key: 32, iv: 16 },
  'aes192-cbc': { name: 'aes-192-cbc', key: 24, iv: 16 },
  'aes128-cbc': { name: 'aes-128-cbc', key: 16, iv: 16 },
  'aes256-gcm@openssh.com': { name: 'aes-256-gcm', key: 32, iv: 12 },
  'aes128-gcm@openssh.com': { name: 'aes-128-gcm', key: 16, iv: 12 },
};

/** Returns whether the cipher is supported. The system's ssh also supports chacha20-poly1305@openssh.com. */
export function canDecipher({ cipher }: OpenSshText): boolean {
  return cipher === 'none' || cipher in ciphers;
}

/** Decrypts a private key. Without a passphrase the key must be unencrypted. */
export async function unlockKey(text: string, passphrase: string | undefined, signal: AbortSignal): Promise<UnlockResult> {
  const content = readKeyText(text);
  const isEncrypted = 'isEncrypted' in content && content.isEncrypted;
  if (content.kind === 'openssh' && isEncrypted) return unlockOpenSsh(content, passphrase ?? '', signal);
  const plain =
    content.kind === 'pkcs8'
      ? fromPkcs8(text, passphrase)
      : content.kind === 'ppk'
        ? await openPpk(content, passphrase ?? '', signal)
        : undefined;
  if (plain && plain.kind !== 'text') return plain;
  const key = plain ? ssh2.utils.parseKey(plain.text) : ssh2.utils.parseKey(text, passphrase);
  if (!(key instanceof Error) && key.isPrivateKey()) return { kind: 'key', key };
  if (isEncrypted && !plain) return { kind: 'wrong-passphrase' };
  return { kind: 'unusable', reason: key instanceof Error ? key.message : keyProblems.noPrivateKey };
}

async function unlockOpenSsh(content: OpenSshText, passphrase: string, signal: AbortSignal): Promise<UnlockResult> {
  const cipher = ciphers[content.cipher];
  const options = readKdfOptions(content.kdfOptions);
  if (!cipher || !options) return { kind: 'unusable', reason: keyProblems.unknownCipher(content.cipher) };
  const derived = await deriveKey({ kind: 'bcrypt', passphrase, ...options, length: cipher.key + cipher.iv }, signal);
  if (!derived) return { kind: 'unusable', reason: keyProblems.passphraseNotProcessed };
  const privatePart = decipher(cipher.name, derived.subarray(0, cipher.key), derived.subarray(cipher.key), content);
  // Two equal check numbers at the start prove the passphrase right.
  if (!privatePart || privatePart.length < 8 || privatePart.readUInt32BE(0) !== privatePart.readUInt32BE(4))
    return { kind: 'wrong-passphrase' };
  const key = ssh2.utils.parseKey(formatOpensshKey(content.publicKey, privatePart));
  return key instanceof Error ? { kind: 'unusable', reason: key.message } : { kind: 'key', key };
}

function decipher(name: string, key: Buffer, iv: Buffer, { privatePart, tag }: OpenSshText): Buffer | undefined {
  try {
    if (name.endsWith('-gcm')) {
      const gcm = createDecipheriv(name as CipherGCMTypes, key, iv, { authTagLength: 16 }).setAuthTag(tag);
      return Buffer.concat([gcm.update(privatePart), gcm.final()]);
    }
    const plain = createDecipheriv(name, key, iv).setAutoPadding(false);
    return Buffer.concat([plain.update(privatePart), plain.final()]);
  } catch {
    return undefined; // wrong tag or truncated file
  }
}

function readKdfOptions(bytes: Buffer): { readonly salt: Buffer; readonly rounds: number } | undefined {
  try {
    const fields = createFieldReader(bytes);
    return { salt: fields.string(), rounds: fields.uint32() };
  } catch {
    return undefined;
  }
}

/** Converts PKCS #8 to a format that ssh2 reads. */
function fromPkcs8(text: string, passphrase: string | undefined): UnlockResult | { readonly kind: 'text'; readonly text: string } {
  try {
    const key = createPrivateKey({ key: text, ...(passphrase === undefined ? {} : { passphrase }) });
    if (key.asymmetricKeyType === 'rsa') return { kind: 'text', text: key.export({ type: 'pkcs1', format: 'pem' }).toString() };
    if (key.asymmetricKeyType === 'ec') return { kind: 'text', text: key.export({ type: 'sec1', format: 'pem' }).toString() };
    if (key.asymmetricKeyType !== 'ed25519') return { kind: 'unusable', reason: keyProblems.unknownType(key.asymmetricKeyType ?? '') };
    const { x = '', d = '' } = key.export({ format: 'jwk' });
    return { kind: 'text', text: buildOpensshEd25519Key(Buffer.from(x, 'base64url'), Buffer.from(d, 'base64url')) };
  } catch (error) {
    // Electron's crypto supports fewer encryption schemes than Node's.
    const isUnknown = /UNSUPPORTED|UNKNOWN/.test(errorCode(error) ?? '');
    if (isUnknown) return { kind: 'unusable', reason: keyProblems.unknownEncryption(errorMessage(error)) };
    return passphrase === undefined ? { kind: 'unusable', reason: errorMessage(error) } : { kind: 'wrong-passphrase' };
  }
}
