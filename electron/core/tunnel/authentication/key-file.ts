import ssh2 from 'ssh2';
import { errorCode, errorMessage } from '../../shared/node-error.ts';
import { readRegularFile } from '../../shared/regular-file.ts';
import { type Ppk, readPpk } from './ppk.ts';
import { createFieldReader } from './ssh-wire.ts';
import { keyProblems } from '../text.ts';

/** An identity file and its contents. */
export interface KeyFile {
  readonly path: string;
  readonly state: 'found' | 'absent' | 'unreadable' | 'too-open';
  readonly reason: string;
  readonly text: string;
  readonly content: KeyText;
  /** Read from the file itself or its `.pub`, so that no passphrase is needed. */
  readonly publicKey: Buffer | undefined;
  readonly keyType: string | undefined;
  readonly hasCertificate: boolean;
}

/** Larger files are no key files. */
const maxKeyFileBytes = 1_048_576;

/** Reads an identity file, its `.pub` and its certificate. */
export async function readKeyFile(path: string): Promise<KeyFile> {
  const found = await readSafely(path);
  const content: KeyText = found.state === 'found' ? readKeyText(found.text) : { kind: 'unknown' };
  const beside = readPublicKey((await readOrNothing(`${path}.pub`)) ?? '');
  const publicKey = publicHalf(content, found.text) ?? beside?.publicKey;
  return {
    path,
    ...found,
    content,
    publicKey,
    keyType: 'type' in content ? content.type : beside?.type,
    hasCertificate: (await readOrNothing(`${path}-cert.pub`)) !== undefined,
  };
}

async function readSafely(path: string): Promise<Pick<KeyFile, 'state' | 'reason' | 'text'>> {
  try {
    const read = await readRegularFile(path, maxKeyFileBytes);
    if (read.kind !== 'read') return { state: 'unreadable', reason: keyProblems.notAFile, text: '' };
    const { mode, uid } = read.stats;
    // One character per byte, because PuTTY's checksum covers the bytes of a comment in any encoding. Without a byte order mark.
    const text = read.bytes.toString('latin1').replace(/^\u00EF\u00BB\u00BF/, '');
    // Rejects private keys that others can read, as OpenSSH does. Public keys are exempt.
    const isOpen = process.platform !== 'win32' && uid === process.getuid?.() && (mode & 0o077) !== 0;
    if (isOpen && readKeyText(text).kind !== 'public') return { state: 'too-open', reason: '', text: '' };
    return { state: 'found', reason: '', text };
  } catch (error) {
    const isAbsent = errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR';
    return { state: isAbsent ? 'absent' : 'unreadable', reason: errorMessage(error), text: '' };
  }
}

function publicHalf(content: KeyText, text: string): Buffer | undefined {
  if (content.kind === 'openssh' || content.kind === 'ppk' || content.kind === 'public') return content.publicKey;
  if (content.kind !== 'pem' || content.isEncrypted) return undefined;
  const key = ssh2.utils.parseKey(text);
  return key instanceof Error ? undefined : key.getPublicSSH();
}

async function readOrNothing(path: string): Promise<string | undefined> {
  try {
    const read = await readRegularFile(path, maxKeyFileBytes);
    return read.kind === 'read' ? read.bytes.toString('utf8') : undefined;
  } catch {
    return undefined;
  }
}

/** The format of an identity file, as far as it can be read without its passphrase. */
export type KeyText =
  | {
      readonly kind: 'openssh';
      readonly type: string;
      readonly publicKey: Buffer;
      readonly cipher: string;
      readonly kdfOptions: Buffer;
      readonly privatePart: Buffer;
      /** The authentication tag after the private part, for ciphers that have one. */
      readonly tag: Buffer;
      readonly isEncrypted: boolean;
    }
  | { readonly kind: 'pem' | 'pkcs8'; readonly isEncrypted: boolean }
  | ({ readonly kind: 'ppk'; readonly isEncrypted: boolean } & Ppk)
  | { readonly kind: 'public'; readonly type: string; readonly publicKey: Buffer }
  | { readonly kind: 'unknown' };

const magic = 'openssh-key-v1\0';

/** Detects the format of an identity file. */
export function readKeyText(text: string): KeyText {
  const trimmed = text.trim();
  const openssh = /^-----BEGIN OPENSSH PRIVATE KEY-----([\s\S]+)-----END OPENSSH PRIVATE KEY-----$/.exec(trimmed);
  if (openssh) return readOpenSsh(Buffer.from(openssh[1] ?? '', 'base64'));
  if (/^-----BEGIN (?:RSA|DSA|EC) PRIVATE KEY-----/.test(trimmed))
    return { kind: 'pem', isEncrypted: /^Proc-Type: 4,ENCRYPTED/m.test(trimmed) };
  const pkcs8 = /^-----BEGIN (ENCRYPTED )?PRIVATE KEY-----/.exec(trimmed);
  if (pkcs8) return { kind: 'pkcs8', isEncrypted: pkcs8[1] !== undefined };
  const ppk = readPpk(trimmed);
  if (ppk) return { kind: 'ppk', isEncrypted: ppk.encryption !== 'none', ...ppk };
  return readPublicKey(trimmed) ?? { kind: 'unknown' };
}

/** Parses a public key in the format of `.pub` files. */
function readPublicKey(text: string): Extract<KeyText, { kind: 'public' }> | undefined {
  const [, type = '', encoded = ''] = /^([\w@.-]+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:\s|$)/.exec(text.trim()) ?? [];
  const publicKey = Buffer.from(encoded, 'base64');
  return type !== '' && typeOf(publicKey) === type ? { kind: 'public', type, publicKey } : undefined;
}

function readOpenSsh(bytes: Buffer): KeyText {
  if (bytes.subarray(0, magic.length).toString('latin1') !== magic) return { kind: 'unknown' };
  try {
    const fields = createFieldReader(bytes.subarray(magic.length));
    const cipher = fields.string().toString('latin1');
    fields.string(); // the name of the KDF, of which there is only one
    const kdfOptions = fields.string();
    if (fields.uint32() !== 1) return { kind: 'unknown' };
    const publicKey = fields.string();
    const type = typeOf(publicKey);
    if (type === undefined) return { kind: 'unknown' };
    return {
      kind: 'openssh',
      type,
      publicKey,
      cipher,
      kdfOptions,
      privatePart: fields.string(),
      tag: fields.rest(),
      isEncrypted: cipher !== 'none',
    };
  } catch {
    return { kind: 'unknown' }; // truncated
  }
}

function typeOf(publicKey: Buffer): string | undefined {
  try {
    return createFieldReader(publicKey).string().toString('latin1');
  } catch {
    return undefined;
  }
}
