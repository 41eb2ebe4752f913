import { createHash } from 'node:crypto';

/** A key's fingerprint as OpenSSH shows it. */
export function fingerprint(key: Buffer): string {
  return `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`;
}

/**
 * Whether a fingerprint copied from a console is that of the key. A whole line of `ssh-keygen -l` or of cloud-init's
 * boot log will do. MD5 is taken too: older consoles show nothing else, and to abuse it one would have to find a second
 * key for a fingerprint that is given, which nobody can; but never a part of a fingerprint.
 */
export function isFingerprintOf(typed: string, key: Buffer): boolean {
  const sha256 = /(?:^|\s|SHA256:)([A-Za-z0-9+/]{43})=?(?=\s|$)/.exec(typed.trim());
  if (sha256) return `SHA256:${sha256[1]}` === fingerprint(key);
  const md5 = /(?:^|\s|MD5:)([0-9a-f]{2}(?::[0-9a-f]{2}){15})(?=\s|$)/i.exec(typed.trim());
  return md5?.[1] !== undefined && md5[1].toLowerCase().replaceAll(':', '') === createHash('md5').update(key).digest('hex');
}
