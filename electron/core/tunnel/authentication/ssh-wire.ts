import { randomBytes } from 'node:crypto';

/** Reads SSH's length-prefixed fields. Throws a RangeError if the bytes end too early. */
export function createFieldReader(bytes: Buffer): {
  readonly string: () => Buffer;
  readonly uint32: () => number;
  readonly rest: () => Buffer;
} {
  let at = 0;
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('the bytes end too early');
    at += length;
    return bytes.subarray(at - length, at);
  };
  const uint32 = (): number => take(4).readUInt32BE(0);
  return { string: () => take(uint32()), uint32, rest: () => take(bytes.length - at) };
}

/** Writes length-prefixed fields. */
export function writeFields(...fields: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(
    fields.flatMap((field) => {
      const bytes = Buffer.from(field);
      return [writeUint32(bytes.length), bytes];
    }),
  );
}

/** Writes a big-endian 32-bit number. */
export function writeUint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Formats an unencrypted OpenSSH private key, in memory only. ssh2 reads this format for every key type. */
export function formatOpensshKey(publicKey: Buffer, privatePart: Buffer): string {
  const bytes = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    writeFields('none', 'none', ''),
    writeUint32(1),
    writeFields(publicKey, privatePart),
  ]);
  return `-----BEGIN OPENSSH PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`;
}

const blockBytes = 8;

/** Builds an OpenSSH private key from the fields that follow the type name. */
export function buildOpensshKey(type: string, publicKey: Buffer, fields: Buffer): string {
  const check = randomBytes(4);
  const part = Buffer.concat([check, check, writeFields(type), fields, writeFields('')]);
  const padding = Buffer.from(Array.from({ length: (blockBytes - (part.length % blockBytes)) % blockBytes }, (_, index) => index + 1));
  return formatOpensshKey(publicKey, Buffer.concat([part, padding]));
}

/** Builds an Ed25519 key from its two halves of 32 bytes. */
export function buildOpensshEd25519Key(publicHalf: Buffer, seed: Buffer): string {
  const type = 'ssh-ed25519';
  return buildOpensshKey(type, writeFields(type, publicHalf), writeFields(publicHalf, Buffer.concat([seed, publicHalf])));
}
