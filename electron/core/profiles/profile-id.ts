import { randomBytes } from 'node:crypto';
import { demoProfileId } from '../../contract/constants.ts';

const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * An id made from the name at the time, which stays when the name changes: keychain items carry it, and a
 * person who looks there should recognise it.
 */
export function newProfileId(name: string, taken: ReadonlySet<string>): string {
  const slug = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 32);
  for (;;) {
    const tail = [...randomBytes(5)].map((byte) => alphabet[byte % alphabet.length]).join('');
    const id = `${slug || 'service'}-${tail}`;
    if (id !== demoProfileId && !taken.has(id)) return id;
  }
}
