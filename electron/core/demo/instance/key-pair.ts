import { generateKeyPairSync, randomBytes } from 'node:crypto';

const type = 'ssh-ed25519';
const comment = 'causeway-demo';

/**
 * Creates an ed25519 key pair in OpenSSH's formats (its PROTOCOL.key). ssh2's generator isn't used: one in 256 of its ed25519 keys starts with a zero
 * byte, which it drops, and becomes unreadable.
 */
export function newKeyPair() {
  const keys = generateKeyPairSync('ed25519');
  // Both DER forms end with the 32 bytes of the key.
  const publicKey = keys.publicKey.export({ type: 'spki', format: 'der' }).subarray(-32);
  const seed = keys.privateKey.export({ type: 'pkcs8', format: 'der' }).subarray(-32);
  const blob = Buffer.concat([field(type), field(publicKey)]);
  const check = randomBytes(4);
  const secret = Buffer.concat([check, check, blob, field(Buffer.concat([seed, publicKey])), field(comment)]);
  const padding = Buffer.from(Array.from({ length: (8 - (secret.length % 8)) % 8 }, (_, index) => index + 1));
  const one = Buffer.from([0, 0, 0, 1]);
  const body = Buffer.concat([
    Buffer.from('openssh-key-v1\0'),
    field('none'),
    field('none'),
    field(''),
    one,
    field(blob),
    field(Buffer.concat([secret, padding])),
  ]);
  const lines = body.toString('base64').match(/.{1,70}/g) ?? [];
  return {
    private: `-----BEGIN OPENSSH PRIVATE KEY-----\n${lines.join('\n')}\n-----END OPENSSH PRIVATE KEY-----\n`,
    public: `${type} ${blob.toString('base64')} ${comment}`,
  };
}

function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
