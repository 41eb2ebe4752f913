import { createHash } from 'node:crypto';

/** Returns the key's type, or undefined if the bytes are no key. */
export function keyType(blob: Buffer): string | undefined {
  const [type] = readFields(blob);
  return type && /^[\x21-\x7e]{1,64}$/.test(type.toString('latin1')) ? type.toString('latin1') : undefined;
}

/** Returns the key's kind and size as `ssh-keygen -l` prints them. */
function describeKey(blob: Buffer): { readonly kind: string; readonly bits: number } {
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

/** Splits a public key in SSH's wire format into its length-prefixed fields, the type first. Returns none if it is truncated. */
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

/** Returns a key's fingerprint as OpenSSH prints it. */
export function fingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/**
 * Returns whether a fingerprint copied from a console matches the key. Accepts a whole line of `ssh-keygen -l` or of
 * cloud-init's boot log, but never part of a fingerprint. Accepts MD5, because older consoles show nothing else and abusing it
 * would take a second preimage.
 */
export function matchesFingerprint(typed: string, key: Buffer): boolean {
  const sha256 = /(?:^|\s|SHA256:)([A-Za-z0-9+/]{43})=?(?=\s|$)/.exec(typed.trim());
  if (sha256) return `SHA256:${sha256[1]}` === fingerprint(key);
  const md5 = /(?:^|\s|MD5:)([0-9a-f]{2}(?::[0-9a-f]{2}){15})(?=\s|$)/i.exec(typed.trim());
  return md5?.[1] !== undefined && md5[1].toLowerCase().replaceAll(':', '') === createHash('md5').update(key).digest('hex');
}

const width = 17;
const height = 9;
const symbols = ' .o+=*BOX@%&#/^SE';

/** Draws a key's randomart as `ssh-keygen -lv` does: the drunken bishop's walk over its SHA-256 fingerprint. */
export function randomart(key: Buffer): string {
  const { kind, bits } = describeKey(key);
  const title = `[${kind} ${bits}]`;
  const rows = walk(createHash('sha256').update(key).digest());
  return [border(title.length < width ? title : `[${kind}]`), ...rows.map((row) => `|${row}|`), border('[SHA256]')].join('\n');
}

function walk(digest: Buffer): readonly string[] {
  const visits = Array.from({ length: height }, () => Array.from({ length: width }, () => 0));
  const start = { x: Math.floor(width / 2), y: Math.floor(height / 2) };
  let { x, y } = start;
  for (const byte of digest) {
    for (let shift = 0; shift < 8; shift += 2) {
      const step = byte >> shift;
      x = clamp(x + (step & 1 ? 1 : -1), width);
      y = clamp(y + (step & 2 ? 1 : -1), height);
      const row = visits[y];
      if (row) row[x] = Math.min((row[x] ?? 0) + 1, symbols.length - 3);
    }
  }
  return visits.map((row, rowIndex) =>
    row
      .map((count, column) => {
        if (column === x && rowIndex === y) return 'E';
        return column === start.x && rowIndex === start.y ? 'S' : symbols.charAt(count);
      })
      .join(''),
  );
}

function clamp(value: number, size: number): number {
  return Math.max(0, Math.min(size - 1, value));
}

function border(label: string): string {
  const left = Math.floor((width - label.length) / 2);
  return `+${'-'.repeat(left)}${label}${'-'.repeat(width - left - label.length)}+`;
}
