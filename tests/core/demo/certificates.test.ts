import { expect, test } from 'vitest';
import { objectIdentifier, unsignedInteger, utcTime } from '../../../electron/core/demo/certificates/authority.ts';

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
