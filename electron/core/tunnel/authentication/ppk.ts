import { createDecipheriv, createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { buildOpensshEd25519Key, buildOpensshKey, createFieldReader, writeFields } from './ssh-wire.ts';
import { keyProblems } from '../text.ts';
import { Worker } from 'node:worker_threads';

/** PuTTY's key file, version 2 or 3, before it is decrypted. */
export interface Ppk {
  readonly version: number;
  readonly type: string;
  readonly encryption: string;
  /** Its bytes, because its encoding is unknown. */
  readonly comment: Buffer;
  readonly publicKey: Buffer;
  readonly privatePart: Buffer;
  readonly mac: Buffer;
  /** Only in version 3, if there is a passphrase. */
  readonly argon2: Argon2 | undefined;
}

interface Argon2 {
  readonly flavour: 'argon2d' | 'argon2i' | 'argon2id';
  readonly memory: number;
  readonly passes: number;
  readonly parallelism: number;
  readonly salt: Buffer;
}

/** An OpenSSH key, or why there is none. */
type PpkResult =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'wrong-passphrase' }
  | { readonly kind: 'unusable'; readonly reason: string };

const flavours: Readonly<Record<string, Argon2['flavour']>> = { Argon2d: 'argon2d', Argon2i: 'argon2i', Argon2id: 'argon2id' };
/** Larger values would only exhaust the memory. */
const maxMemoryKib = 1_048_576;

/** Parses PuTTY's key file, with one character per byte. Returns undefined for other or damaged files. */
export function readPpk(text: string): Ppk | undefined {
  const lines = text.trim().split(/\r?\n/);
  const [, version, type] = /^PuTTY-User-Key-File-([23]): (\S+)$/.exec(lines[0] ?? '') ?? [];
  if (version === undefined || type === undefined) return undefined;
  const value = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}: `) || line === `${name}:`)?.slice(name.length + 2);
  const block = (name: string): Buffer => {
    const at = lines.findIndex((line) => line.startsWith(`${name}: `));
    return Buffer.from(at === -1 ? '' : lines.slice(at + 1, at + 1 + Number(value(name))).join(''), 'base64');
  };
  const flavour = flavours[value('Key-Derivation') ?? ''];
  return {
    version: Number(version),
    type,
    encryption: value('Encryption') ?? '',
    comment: Buffer.from(value('Comment') ?? '', 'latin1'),
    publicKey: block('Public-Lines'),
    privatePart: block('Private-Lines'),
    mac: Buffer.from(value('Private-MAC') ?? '', 'hex'),
    argon2: flavour && {
      flavour,
      memory: Number(value('Argon2-Memory')),
      passes: Number(value('Argon2-Passes')),
      parallelism: Number(value('Argon2-Parallelism')),
      salt: Buffer.from(value('Argon2-Salt') ?? '', 'hex'),
    },
  };
}

/** Decrypts the key file with its passphrase, if it has one. */
export async function openPpk(ppk: Ppk, passphrase: string, signal: AbortSignal): Promise<PpkResult> {
  const isEncrypted = ppk.encryption !== 'none';
  if (isEncrypted && ppk.encryption !== 'aes256-cbc') return unusable(keyProblems.unknownCipher(ppk.encryption));
  const keys = await deriveKeys(ppk, isEncrypted ? passphrase : '', signal);
  if (!keys) return unusable(keyProblems.passphraseNotProcessed);
  const privatePart = isEncrypted ? decipher(ppk.privatePart, keys) : ppk.privatePart;
  const signed = writeFields(ppk.type, ppk.encryption, ppk.comment, ppk.publicKey, privatePart ?? '');
  const mac = createHmac(ppk.version === 2 ? 'sha1' : 'sha256', keys.mac)
    .update(signed)
    .digest();
  if (!privatePart || mac.length !== ppk.mac.length || !timingSafeEqual(mac, ppk.mac)) {
    return isEncrypted ? { kind: 'wrong-passphrase' } : unusable(keyProblems.damaged);
  }
  const text = toOpenSsh(ppk, privatePart);
  return text === undefined ? unusable(keyProblems.unknownType(ppk.type)) : { kind: 'text', text };
}

interface Keys {
  readonly cipher: Buffer;
  readonly iv: Buffer;
  readonly mac: Buffer;
}

async function deriveKeys({ version, encryption, argon2 }: Ppk, passphrase: string, signal: AbortSignal): Promise<Keys | undefined> {
  const empty = Buffer.alloc(0);
  if (version === 2) {
    const sha1 = (...parts: readonly (string | Buffer)[]): Buffer =>
      parts.reduce<ReturnType<typeof createHash>>((hash, part) => hash.update(part), createHash('sha1')).digest();
    const cipher = Buffer.concat([0, 1].map((count) => sha1(Buffer.of(0, 0, 0, count), passphrase))).subarray(0, 32);
    return { cipher, iv: Buffer.alloc(16), mac: sha1('putty-private-key-file-mac-key', passphrase) };
  }
  if (encryption === 'none') return { cipher: empty, iv: empty, mac: empty };
  if (!argon2 || !(argon2.memory <= maxMemoryKib)) return undefined;
  const derived = await deriveKey({ kind: 'argon2', passphrase, ...argon2, length: 80 }, signal);
  return derived && { cipher: derived.subarray(0, 32), iv: derived.subarray(32, 48), mac: derived.subarray(48) };
}

function decipher(sealed: Buffer, { cipher, iv }: Keys): Buffer | undefined {
  try {
    const plain = createDecipheriv('aes-256-cbc', cipher, iv).setAutoPadding(false);
    return Buffer.concat([plain.update(sealed), plain.final()]);
  } catch {
    return undefined; // truncated
  }
}

/** Converts to OpenSSH's format, which stores the public and private fields together. */
function toOpenSsh({ type, publicKey }: Ppk, privatePart: Buffer): string | undefined {
  const publicFields = createFieldReader(publicKey);
  const privateFields = createFieldReader(privatePart);
  try {
    publicFields.string(); // the type
    if (type === 'ssh-ed25519') return buildOpensshEd25519Key(publicFields.string(), privateFields.string());
    if (type === 'ssh-rsa') {
      const [e, n] = [publicFields.string(), publicFields.string()];
      const [d, p, q, inverse] = [privateFields.string(), privateFields.string(), privateFields.string(), privateFields.string()];
      return buildOpensshKey(type, publicKey, writeFields(n, e, d, inverse, p, q));
    }
    if (/^ecdsa-sha2-nistp(?:256|384|521)$/.test(type)) {
      return buildOpensshKey(type, publicKey, writeFields(publicFields.string(), publicFields.string(), privateFields.string()));
    }
    if (type !== 'ssh-dss') return undefined;
    return buildOpensshKey(type, publicKey, Buffer.concat([publicFields.rest(), writeFields(privateFields.string())]));
  } catch {
    return undefined; // truncated
  }
}

function unusable(reason: string): PpkResult {
  return { kind: 'unusable', reason };
}

/** How the passphrase of a key file becomes its cipher key: bcrypt for OpenSSH, argon2 for PuTTY. */
export type KeyDerivation = {
  readonly passphrase: string;
  readonly salt: Buffer;
  readonly length: number;
} & (
  | { readonly kind: 'bcrypt'; readonly rounds: number }
  | {
      readonly kind: 'argon2';
      readonly flavour: 'argon2d' | 'argon2i' | 'argon2id';
      /** In KiB. */
      readonly memory: number;
      readonly passes: number;
      readonly parallelism: number;
    }
);

/**
 * Derives a cipher key from a passphrase in a worker, because this usually takes one to three seconds of JavaScript. Returns
 * undefined if it is aborted or not possible.
 */
export function deriveKey(derivation: KeyDerivation, signal: AbortSignal): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  if (signal.aborted) return Promise.resolve(undefined);
  const worker = new Worker(new URL('./derive-key-worker.ts', import.meta.url), { workerData: derivation });
  const terminate = (): void => void worker.terminate();
  signal.addEventListener('abort', terminate, { once: true });
  worker.on('message', (out: Uint8Array | null) => resolve(out ? Buffer.from(out) : undefined));
  worker.on('error', () => resolve(undefined));
  worker.on('exit', () => {
    signal.removeEventListener('abort', terminate);
    resolve(undefined);
  });
  return promise;
}
