import { createDecipheriv, createPrivateKey, type CipherGCMTypes } from 'node:crypto';
import ssh2, { type ParsedKey } from 'ssh2';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { deriveKey } from './derive-key.ts';
import { type KeyText, readKeyText } from './key-file.ts';
import { buildOpensshEd25519Key, formatOpensshKey, createFieldReader } from './ssh-wire.ts';
import { openPpk } from './ppk.ts';
import { keyProblems } from '../text.ts';

/** A private key ready to sign, or why there is none. */
export type UnlockResult =
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
