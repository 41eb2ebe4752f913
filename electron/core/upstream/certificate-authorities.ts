import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { ok, type Result } from '../../contract/failure.ts';
import { fail } from '../../contract/failures/fail.ts';
import { errorCode, errorMessage } from '../shared/node-error.ts';
import { readRegularFile } from '../shared/regular-file.ts';

/** Far above the size of a system's whole store. */
const maxFileBytes = 10_000_000;

const certificatePattern = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** Reads the profile's extra authorities. Fails if any certificate in the file is damaged. */
export async function readAuthorities(file: string): Promise<Result<readonly string[]>> {
  let text: string;
  try {
    const read = await readRegularFile(file, maxFileBytes);
    if (read.kind !== 'read') return fail('ca-file-without-certificate', { file });
    text = read.bytes.toString('utf8');
  } catch (error) {
    const isMissing = errorCode(error) === 'ENOENT';
    return isMissing ? fail('ca-file-missing', { file }) : fail('ca-file-unreadable', { file, detail: errorMessage(error) });
  }
  const certificates = text.match(certificatePattern) ?? [];
  if (certificates.length === 0) return fail('ca-file-without-certificate', { file });
  const bad = certificates.findIndex((certificate) => !isCertificate(certificate));
  if (bad >= 0) return fail('ca-file-damaged', { file, position: bad + 1 });
  return ok(certificates);
}

/**
 * Creates a TLS context that trusts the system's store, the bundled one and the profile's authorities. Create it once per upstream,
 * because parsing some 300 certificates costs more than the handshake.
 */
export function createTlsContext(extra: readonly string[], isOnlyExtra = false): tls.SecureContext {
  const all = new Set(isOnlyExtra ? extra : [...tls.getCACertificates('bundled'), ...systemAuthorities(), ...extra]);
  // The stores break lines differently, and each copy would be parsed again.
  const byContent = new Map(Array.from(all, (pem) => [pem.replaceAll('\n', ''), pem]));
  return tls.createSecureContext({ ca: [...byContent.values()] });
}

function systemAuthorities(): readonly string[] {
  try {
    return tls.getCACertificates('system');
  } catch {
    return []; // an unreadable system store must not disable the bundled one
  }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}
