import { createPublicKey, verify } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../contract/json.ts';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';

/** Contents of a release. It is signed as a whole, so a feed can't forge one. */
const releaseSchema = z
  .object({
    version: z.string().regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?$/),
    files: z.array(z.object({ name: z.string(), sha512: z.string() }).readonly()).readonly(),
  })
  .readonly();
export type Release = z.infer<typeof releaseSchema>;

/** File names of the release and its signature in the feed. */
export const releaseFile = 'causeway-release.json';
export const signatureFile = 'causeway-release.json.sig';

/** Reads a release and verifies its signature. `publicKey` is Ed25519, SPKI in base64. */
export function readSignedRelease(text: string, signature: string, publicKey: string): Result<Release> {
  if (!isSigned(text, signature, publicKey)) return fail('update-signature-wrong');
  const parsed = releaseSchema.safeParse(parseJson(text));
  return parsed.success ? ok(parsed.data) : fail('update-description-unreadable');
}

/** Returns whether a version is newer than another. Pre-releases such as 2.0.0-beta.1 are older than their release. */
export function isNewer(version: string, than: string): boolean {
  const [core = '', beta = ''] = split(version);
  const [otherCore = '', otherBeta = ''] = split(than);
  const order = compareNumbers(core, otherCore);
  if (order !== 0) return order > 0;
  if (beta === '' || otherBeta === '') return beta === '' && otherBeta !== '';
  return beta.localeCompare(otherBeta, 'en', { numeric: true }) > 0;
}

function split(version: string): readonly string[] {
  const at = version.indexOf('-');
  return at === -1 ? [version, ''] : [version.slice(0, at), version.slice(at + 1)];
}

function compareNumbers(one: string, other: string): number {
  const [ones, others] = [one.split('.').map(Number), other.split('.').map(Number)];
  return ones.map((number, at) => number - (others[at] ?? 0)).find((difference) => difference !== 0) ?? 0;
}

function isSigned(text: string, signature: string, publicKey: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return key.asymmetricKeyType === 'ed25519' && verify(null, Buffer.from(text), key, Buffer.from(signature.trim(), 'base64'));
  } catch {
    return false;
  }
}
