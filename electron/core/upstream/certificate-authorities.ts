import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import tls from 'node:tls';
import { failed, ok, type Result } from '../../contract/failure.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';

const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;
const remedy = 'Choose a PEM file (often .pem or .crt) with the certificate of your authority, or leave the field empty.';

/** Reads the profile's extra authorities; every certificate in the file must be one. */
export async function readAuthorities(file: string): Promise<Result<readonly string[]>> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT';
    const what = isMissing ? 'is not there' : `could not be read: ${errorMessage(error)}`;
    return failed('ca-file', `The certificate file ${file} ${what}.`, remedy);
  }
  const certificates = text.match(certificatePattern) ?? [];
  if (certificates.length === 0) return failed('ca-file', `The file ${file} holds no certificate.`, remedy);
  const bad = certificates.findIndex((certificate) => !isCertificate(certificate));
  if (bad >= 0) return failed('ca-file', `Certificate ${bad + 1} in ${file} is damaged.`, remedy);
  return ok(certificates);
}

/**
 * Everything to verify against: the system's store, the bundled one and the profile's own. Made once per
 * upstream, because parsing some 300 certificates per connection costs more than the handshake.
 */
export function createTlsContext(extra: readonly string[], isOnlyExtra = false): tls.SecureContext {
  const all = new Set(isOnlyExtra ? extra : [...tls.getCACertificates('bundled'), ...systemAuthorities(), ...extra]);
  // The stores break the lines of one certificate differently, and each copy would be parsed again.
  const byContent = new Map(Array.from(all, (pem) => [pem.replaceAll('\n', ''), pem]));
  return tls.createSecureContext({ ca: [...byContent.values()] });
}

function systemAuthorities(): readonly string[] {
  try {
    return tls.getCACertificates('system');
  } catch {
    return []; // a store that can't be read must not take the bundled authorities away
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
