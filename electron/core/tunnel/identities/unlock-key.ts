import { createDecipheriv, createPrivateKey, type CipherGCMTypes } from 'node:crypto';
import ssh2, { type ParsedKey } from 'ssh2';
import { deriveKey } from './derive-key.ts';
import { type KeyText, readKeyText } from './key-text.ts';
import { createFieldReader, writeFields, writeUint32 } from './wire.ts';

/** A private key ready to sign, or why there is none. */
export type Unlocked =
  | { readonly kind: 'key'; readonly key: ParsedKey }
  | { readonly kind: 'wrong-passphrase' }
  | { readonly kind: 'unusable'; readonly reason: string };

type OpenSshText = Extract<KeyText, { kind: 'openssh' }>;

/** Ciphers of OpenSSH's key files: the name in Node, and the lengths of key and start value. */
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

/** Opens a private key; without a passphrase it must be one that has none. */
export async function unlockKey(text: string, passphrase: string | undefined, signal: AbortSignal): Promise<Unlocked> {
  const content = readKeyText(text);
  const isEncrypted = 'isEncrypted' in content && content.isEncrypted;
  if (content.kind === 'openssh' && isEncrypted) return unlockOpenSsh(content, passphrase ?? '', signal);
  const plain = content.kind === 'pkcs8' ? toTraditional(text, passphrase) : text;
  const key = plain === undefined ? undefined : ssh2.utils.parseKey(plain, passphrase);
  if (key && !(key instanceof Error) && key.isPrivateKey()) return { kind: 'key', key };
  if (isEncrypted) return { kind: 'wrong-passphrase' };
  return { kind: 'unusable', reason: key instanceof Error ? key.message : 'it holds no private key that can be used' };
}

async function unlockOpenSsh(content: OpenSshText, passphrase: string, signal: AbortSignal): Promise<Unlocked> {
  const cipher = ciphers[content.cipher];
  const options = readKdfOptions(content.kdfOptions);
  if (!cipher || !options) return { kind: 'unusable', reason: `it is encrypted with ${content.cipher}, which is not known here` };
  const derived = await deriveKey({ passphrase, ...options, length: cipher.key + cipher.iv }, signal);
  if (!derived) return { kind: 'unusable', reason: 'its passphrase could not be processed' };
  const opened = decipher(cipher.name, derived.subarray(0, cipher.key), derived.subarray(cipher.key), content);
  // Two equal numbers at the start tell that the passphrase was right.
  if (!opened || opened.length < 8 || opened.readUInt32BE(0) !== opened.readUInt32BE(4)) return { kind: 'wrong-passphrase' };
  const key = ssh2.utils.parseKey(writeOpenSsh(content.publicKey, opened));
  return key instanceof Error ? { kind: 'unusable', reason: key.message } : { kind: 'key', key };
}

function decipher(name: string, key: Buffer, iv: Buffer, { sealed, tag }: OpenSshText): Buffer | undefined {
  try {
    if (name.endsWith('-gcm')) {
      const gcm = createDecipheriv(name as CipherGCMTypes, key, iv, { authTagLength: 16 }).setAuthTag(tag);
      return Buffer.concat([gcm.update(sealed), gcm.final()]);
    }
    const plain = createDecipheriv(name, key, iv).setAutoPadding(false);
    return Buffer.concat([plain.update(sealed), plain.final()]);
  } catch {
    return undefined; // a wrong tag or a cut file
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

/** The same key as a file without a passphrase, in memory only: the one form ssh2 reads without deriving anything. */
function writeOpenSsh(publicKey: Buffer, opened: Buffer): string {
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    writeFields('none', 'none', ''),
    writeUint32(1),
    writeFields(publicKey, opened),
  ]);
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`;
}

/** PKCS #8 as the older PEM that ssh2 reads; nothing where the passphrase is wrong or there is no such form. */
function toTraditional(text: string, passphrase: string | undefined): string | undefined {
  try {
    const key = createPrivateKey({ key: text, ...(passphrase === undefined ? {} : { passphrase }) });
    if (key.asymmetricKeyType === 'rsa') return key.export({ type: 'pkcs1', format: 'pem' }).toString();
    return key.asymmetricKeyType === 'ec' ? key.export({ type: 'sec1', format: 'pem' }).toString() : undefined;
  } catch {
    return undefined;
  }
}
