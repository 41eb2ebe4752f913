import { type Ppk, readPpk } from './ppk.ts';
import { createFieldReader } from './ssh-wire.ts';

/** What the text of an identity file is, as far as it can be told without its passphrase. */
export type KeyText =
  | {
      readonly kind: 'openssh';
      readonly type: string;
      readonly publicKey: Buffer;
      readonly cipher: string;
      readonly kdfOptions: Buffer;
      readonly sealed: Buffer;
      /** What follows the sealed part: the seal itself, for ciphers that have one. */
      readonly tag: Buffer;
      readonly isEncrypted: boolean;
    }
  | { readonly kind: 'pem' | 'pkcs8'; readonly isEncrypted: boolean }
  | ({ readonly kind: 'ppk'; readonly isEncrypted: boolean } & Ppk)
  | { readonly kind: 'public'; readonly type: string; readonly publicKey: Buffer }
  | { readonly kind: 'unknown' };

const magic = 'openssh-key-v1\0';

/** Recognises the text of an identity file. */
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

/** Reads the public half, as a `.pub` file has it. */
export function readPublicKey(text: string): Extract<KeyText, { kind: 'public' }> | undefined {
  const [, type = '', encoded = ''] = /^([\w@.-]+)[ \t]+([A-Za-z0-9+/]+={0,2})(?:\s|$)/.exec(text.trim()) ?? [];
  const publicKey = Buffer.from(encoded, 'base64');
  return type !== '' && typeOf(publicKey) === type ? { kind: 'public', type, publicKey } : undefined;
}

function readOpenSsh(bytes: Buffer): KeyText {
  if (bytes.subarray(0, magic.length).toString('latin1') !== magic) return { kind: 'unknown' };
  try {
    const fields = createFieldReader(bytes.subarray(magic.length));
    const cipher = fields.string().toString('latin1');
    fields.string(); // the name of the key derivation; there is only one
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
      sealed: fields.string(),
      tag: fields.rest(),
      isEncrypted: cipher !== 'none',
    };
  } catch {
    return { kind: 'unknown' }; // cut short
  }
}

function typeOf(publicKey: Buffer): string | undefined {
  try {
    return createFieldReader(publicKey).string().toString('latin1');
  } catch {
    return undefined;
  }
}
