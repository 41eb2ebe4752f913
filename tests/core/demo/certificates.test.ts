import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { createAuthority, objectIdentifier, unsignedInteger, utcTime } from '../../../electron/core/demo/certificates/authority.ts';

const now = Date.UTC(2026, 5, 1);
const authority = createAuthority({ now: () => now });
const certificate = new X509Certificate(authority.issue().cert);

test('issues certificates for localhost only, so that name verification matters', () => {
  expect(certificate.subjectAltName).toBe('DNS:localhost');
  expect(certificate.checkHost('localhost')).toBe('localhost');
  expect(certificate.checkIP('127.0.0.1')).toBeUndefined();
});

test('signs certificates by an authority that can’t sign other authorities', () => {
  const root = new X509Certificate(authority.pem);
  expect(root.ca).toBe(true);
  expect(certificate.ca).toBe(false);
  expect(certificate.checkIssued(root)).toBe(true);
  expect(certificate.verify(root.publicKey)).toBe(true);
});

test('creates another authority at every start', () => {
  const other = new X509Certificate(createAuthority({ now: () => now }).pem);
  expect(certificate.verify(other.publicKey)).toBe(false);
});

test('issues a certificate within its authority’s validity', () => {
  expect(Date.parse(certificate.validTo)).toBeGreaterThan(now);
  expect(Date.parse(certificate.validTo)).toBeLessThan(Date.parse(new X509Certificate(authority.pem).validTo));
});

test('encodes DER numbers with a high bit as positive, zero as one byte, and lengths above 127 in several bytes', () => {
  expect(unsignedInteger(Buffer.from([0x80])).toString('hex')).toBe('02020080');
  expect(unsignedInteger(Buffer.from([0, 0, 1])).toString('hex')).toBe('020101');
  expect(unsignedInteger(Buffer.from([0])).toString('hex')).toBe('020100');
  expect(unsignedInteger(Buffer.alloc(200, 1)).subarray(0, 3).toString('hex')).toBe('0281c8');
  expect(objectIdentifier('1.2.840.10045.4.3.2').toString('hex')).toBe('06082a8648ce3d040302');
  expect(
    utcTime(Date.UTC(2026, 0, 2, 3, 4, 5))
      .subarray(2)
      .toString(),
  ).toBe('260102030405Z');
});
