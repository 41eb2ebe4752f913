import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Clock } from '../../shared/clock.ts';
import { makeCertificate } from './certificate.ts';

/** Credentials of a TLS server. The key stays in memory. */
export interface Credential {
  readonly key: string;
  readonly cert: string;
}

/** Which certificate the server presents. */
export type CertificateKind = 'good' | 'expired' | 'wrong-name';

/** A certificate authority that exists as long as the process. */
export interface Authority {
  /** Its own certificate as PEM, which clients must trust. */
  readonly pem: string;
  readonly issue: (kind: CertificateKind) => Credential;
}

const day = 24 * 60 * 60 * 1000;

/** Creates an authority with a new key. */
export function createAuthority(clock: Clock): Authority {
  const now = clock.now();
  const keys = newKeys();
  const subject = 'Causeway demo authority';
  const issuer = { subject, ...keys };
  const pem = makeCertificate(
    { role: 'authority', subject, dnsNames: [], notBefore: now - 30 * day, notAfter: now + 397 * day },
    keys.publicKey,
    issuer,
  );
  return {
    pem,
    issue: (kind) => {
      const leaf = newKeys();
      const name = kind === 'wrong-name' ? 'elsewhere.invalid' : 'localhost';
      const notAfter = kind === 'expired' ? now - day : now + 396 * day;
      const content = { role: 'server', subject: name, dnsNames: [name], notBefore: now - 2 * day, notAfter } as const;
      return {
        key: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
        cert: makeCertificate(content, leaf.publicKey, issuer),
      };
    },
  };
}

function newKeys(): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}
