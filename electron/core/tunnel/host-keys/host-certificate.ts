import { createFieldReader, writeFields } from '../authentication/ssh-wire.ts';

/** The parts of a host certificate that decide whether it is trusted. */
export interface HostCertificate {
  /** The host key without its certificate. */
  readonly key: Buffer;
  readonly keyType: string;
  /** The key of the authority that signed it. */
  readonly authority: Buffer;
}

const suffix = '-cert-v01@openssh.com';
/** The number of fields of a public key, after its type. */
const fieldCounts: Readonly<Record<string, number>> = {
  'ssh-ed25519': 1,
  'ssh-rsa': 2,
  'ecdsa-sha2-nistp256': 2,
  'ecdsa-sha2-nistp384': 2,
  'ecdsa-sha2-nistp521': 2,
};

/** Parses a certificate in OpenSSH's format (PROTOCOL.certkeys). Returns undefined for other keys. Its signature is checked by ssh. */
export function parseHostCertificate(blob: Buffer): HostCertificate | undefined {
  const fields = createFieldReader(blob);
  try {
    const type = fields.string().toString('latin1');
    const keyType = type.slice(0, -suffix.length);
    const count = fieldCounts[keyType];
    if (!type.endsWith(suffix) || count === undefined) return undefined;
    fields.string(); // a random number
    const key = writeFields(keyType, ...Array.from({ length: count }, fields.string));
    for (let left = 3; left > 0; left -= 1) fields.uint32(); // the serial number and the kind of certificate
    for (let left = 2; left > 0; left -= 1) fields.string(); // its name and the names of the host
    for (let left = 4; left > 0; left -= 1) fields.uint32(); // when it is valid
    for (let left = 3; left > 0; left -= 1) fields.string(); // options
    return { key, keyType, authority: fields.string() };
  } catch {
    return undefined; // truncated
  }
}
