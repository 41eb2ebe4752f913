/** A public key as it goes over the wire: a type, then what that type needs, each with its length before it. */
export type KeyBlob = Buffer;

/** The key's type, or nothing where the bytes are no key. */
export function keyType(blob: KeyBlob): string | undefined {
  const [type] = readFields(blob);
  return type && /^[\x21-\x7e]{1,64}$/.test(type.toString('latin1')) ? type.toString('latin1') : undefined;
}

/** The key's kind and size as `ssh-keygen -l` names them. */
export function describeKey(blob: KeyBlob): { readonly kind: string; readonly bits: number } {
  const type = keyType(blob) ?? '';
  const fields = readFields(blob);
  const ecdsa = /^(?:sk-)?ecdsa-sha2-nistp(\d+)/.exec(type);
  const suffix = `${type.startsWith('sk-') ? '-SK' : ''}${type.includes('-cert-') ? '-CERT' : ''}`;
  if (ecdsa) return { kind: `ECDSA${suffix}`, bits: Number(ecdsa[1]) };
  if (/^(?:sk-)?ssh-ed25519/.test(type)) return { kind: `ED25519${suffix}`, bits: 256 };
  if (type === 'ssh-rsa') return { kind: 'RSA', bits: bitLength(fields[2]) };
  if (type === 'ssh-dss') return { kind: 'DSA', bits: bitLength(fields[1]) };
  return { kind: type.toUpperCase(), bits: 0 };
}

function bitLength(field: Buffer | undefined): number {
  const start = field?.findIndex((byte) => byte !== 0) ?? -1;
  if (!field || start < 0) return 0;
  return (field.length - start) * 8 - Math.clz32(field[start] ?? 0) + 24;
}

function readFields(blob: Buffer): readonly Buffer[] {
  const fields: Buffer[] = [];
  for (let at = 0; at + 4 <= blob.length;) {
    const length = blob.readUInt32BE(at);
    if (at + 4 + length > blob.length) return [];
    fields.push(blob.subarray(at + 4, at + 4 + length));
    at += 4 + length;
  }
  return fields;
}
