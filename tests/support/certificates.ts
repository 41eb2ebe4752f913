import { generateKeyPairSync } from 'node:crypto';
import { makeCertificate } from '../../electron/core/demo/certificates/authority.ts';

/** A certificate and its key, as PEM. */
export interface Credentials {
  readonly cert: string;
  readonly key: string;
}

const day = 24 * 60 * 60 * 1000;

/** Creates an authority with a new key. Uses the demo's certificate writer, because @peculiar/x509 needs a polyfill. */
export function createAuthority(subject = 'Causeway test authority') {
  const now = Date.now();
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuer = { subject, ...keys };
  const root = { role: 'authority', subject, dnsNames: [], notBefore: now - day, notAfter: now + 30 * day } as const;
  return {
    pem: makeCertificate(root, keys.publicKey, issuer),
    issue: (
      name: string,
      { notBefore = now - day, notAfter = now + day }: { readonly notBefore?: number; readonly notAfter?: number } = {},
    ) => {
      const leaf = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const content = { role: 'server', subject: name, dnsNames: [name], notBefore, notAfter } as const;
      return {
        cert: makeCertificate(content, leaf.publicKey, issuer),
        key: leaf.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      };
    },
  };
}

/** A certificate authority for one test. */
export type Authority = ReturnType<typeof createAuthority>;
