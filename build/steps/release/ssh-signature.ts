import { createHash, createPublicKey, sign, type KeyObject } from 'node:crypto';

const algorithm = 'ssh-ed25519';
const hash = 'sha512';
/** What a signature is for. `ssh-keygen` calls it so for files. */
const namespace = 'file';

/** Signs a file as `ssh-keygen -Y sign` does, because every system has the ssh-keygen that checks it. The key is Ed25519. */
export function sshSignature(content: Buffer, privateKey: KeyObject): string {
  const subject = [field(namespace), field(''), field(hash)];
  const digest = createHash(hash).update(content).digest();
  const signature = sign(null, Buffer.concat([Buffer.from('SSHSIG'), ...subject, field(digest)]), privateKey);
  const version = Buffer.from([0, 0, 0, 1]);
  const envelope = [Buffer.from('SSHSIG'), version, field(publicKeyBlob(privateKey)), ...subject, field(encode(algorithm, signature))];
  const lines =
    Buffer.concat(envelope)
      .toString('base64')
      .match(/.{1,70}/g) ?? [];
  return ['-----BEGIN SSH SIGNATURE-----', ...lines, '-----END SSH SIGNATURE-----', ''].join('\n');
}

/** Returns the line of a file of allowed signers. */
export function allowedSigner(name: string, privateKey: KeyObject): string {
  return `${name} ${algorithm} ${publicKeyBlob(privateKey).toString('base64')}\n`;
}

function publicKeyBlob(privateKey: KeyObject): Buffer {
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  return encode(algorithm, Buffer.from(x, 'base64url'));
}

function encode(...fields: readonly (string | Buffer)[]): Buffer {
  return Buffer.concat(fields.map(field));
}

/** Returns a value after its length, as SSH writes it. */
function field(value: string | Buffer): Buffer {
  const bytes = Buffer.from(value);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
