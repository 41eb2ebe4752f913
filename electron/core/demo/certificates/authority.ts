import { generateKeyPairSync, type KeyObject, createHash, randomBytes, sign } from 'node:crypto';
import type { Clock } from '../../shared/clock.ts';

/** Credentials of a TLS server. The key stays in memory. */
export interface Credential {
  readonly key: string;
  readonly cert: string;
}

/** A certificate authority that exists as long as the process. */
export type Authority = ReturnType<typeof createAuthority>;

const day = 24 * 60 * 60 * 1000;

/** Creates an authority with a new key. */
export function createAuthority(clock: Clock) {
  const now = clock.now();
  const keys = newKeys();
  const subject = 'Causeway demo authority';
  const issuer = { subject, ...keys };
  return {
    /** Its own certificate as PEM, which clients must trust. */
    pem: makeCertificate(
      { role: 'authority', subject, dnsNames: [], notBefore: now - 30 * day, notAfter: now + 397 * day },
      keys.publicKey,
      issuer,
    ),
    /** Issues a server's certificate. */
    issue: ({ name = 'localhost', notAfter = now + 396 * day } = {}): Credential => {
      const leaf = newKeys();
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

/** Content of a certificate. `dnsNames` are its only names; it contains no address. */
interface CertificateContent {
  readonly role: 'authority' | 'server';
  readonly subject: string;
  readonly dnsNames: readonly string[];
  readonly notBefore: number;
  readonly notAfter: number;
}

/** The signer of a certificate. */
interface Issuer {
  readonly subject: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

const ecdsaWithSha256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const derTrue = der(0x01, Buffer.from([0xff]));

/**
 * Creates a signed X.509 v3 certificate for a P-256 key, as PEM. Written here because it is smaller than the glue:
 * @peculiar/x509 needs a reflection polyfill and a container at import time.
 */
export function makeCertificate(content: CertificateContent, publicKey: KeyObject, issuer: Issuer): string {
  const toBeSigned = sequence(
    der(0xa0, unsignedInteger(Buffer.from([2]))),
    unsignedInteger(randomBytes(16)),
    ecdsaWithSha256,
    encodeName(issuer.subject),
    sequence(utcTime(content.notBefore), utcTime(content.notAfter)),
    encodeName(content.subject),
    spki(publicKey),
    der(0xa3, sequence(...extensions(content, publicKey, issuer))),
  );
  const certificate = sequence(toBeSigned, ecdsaWithSha256, bitString(sign('sha256', toBeSigned, issuer.privateKey)));
  const lines = certificate.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}

function extensions(content: CertificateContent, publicKey: KeyObject, issuer: Issuer): readonly Buffer[] {
  const subjectKey = extension('2.5.29.14', false, der(0x04, keyId(publicKey)));
  if (content.role === 'authority') {
    // cA and pathLenConstraint 0: it signs servers, but no other authority
    const constraints = sequence(derTrue, unsignedInteger(Buffer.from([0])));
    return [extension('2.5.29.19', true, constraints), extension('2.5.29.15', true, bitString(Buffer.from([0x06]), 1)), subjectKey];
  }
  const names = content.dnsNames.map((name) => der(0x82, Buffer.from(name, 'ascii')));
  return [
    extension('2.5.29.19', true, sequence()),
    extension('2.5.29.15', true, bitString(Buffer.from([0x80]), 7)),
    extension('2.5.29.37', false, sequence(objectIdentifier('1.3.6.1.5.5.7.3.1'))),
    extension('2.5.29.17', false, sequence(...names)),
    extension('2.5.29.35', false, sequence(der(0x80, keyId(issuer.publicKey)))),
    subjectKey,
  ];
}

function extension(id: string, isCritical: boolean, value: Buffer): Buffer {
  return sequence(objectIdentifier(id), ...(isCritical ? [derTrue] : []), der(0x04, value));
}

function encodeName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(objectIdentifier('2.5.4.3'), der(0x0c, Buffer.from(commonName, 'utf8')))));
}

function spki(key: KeyObject): Buffer {
  return key.export({ type: 'spki', format: 'der' });
}

function keyId(key: KeyObject): Buffer {
  return createHash('sha1').update(spki(key)).digest();
}

/** Encodes a DER value: tag, length, content. */
function der(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  return Buffer.concat([Buffer.from([tag]), encodeLength(body.length), body]);
}

/** Encodes a SEQUENCE. */
function sequence(...items: readonly Uint8Array[]): Buffer {
  return der(0x30, ...items);
}

/** Encodes an INTEGER from its big-endian magnitude. A leading zero keeps it positive. */
export function unsignedInteger(magnitude: Uint8Array): Buffer {
  const first = magnitude.findIndex((byte) => byte !== 0);
  const digits = first === -1 ? Buffer.from([0]) : magnitude.subarray(first);
  return der(0x02, Buffer.from((digits[0] ?? 0) >= 0x80 ? [0] : []), digits);
}

/** Encodes an OBJECT IDENTIFIER from its dotted form. */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return der(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

/** Encodes a BIT STRING. `unused` bits at the end don't count. */
function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return der(0x03, Buffer.from([unused]), bytes);
}

/** Encodes a UTCTime, which certificates use for dates before 2050. */
export function utcTime(milliseconds: number): Buffer {
  const digits = new Date(milliseconds)
    .toISOString()
    .replace(/\.\d+Z$/, '')
    .replaceAll(/[-:T]/g, '');
  return der(0x17, Buffer.from(`${digits.slice(2)}Z`, 'ascii'));
}

function encodeLength(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function base128(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) bytes.unshift((rest % 128) | 0x80);
  return bytes;
}
