import { expect, test } from 'vitest';
import { isLocalName, isPublicAddress } from '../../../electron/core/public-web/address-rules.ts';

// Each would let a model or a web page's tool reach this computer, its network or a cloud's metadata service.
test.each([
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '100.64.0.1',
  '100.100.100.200',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '::ffff:10.0.0.1',
  '::ffff:0:0',
  '0:0:0:0:0:ffff:a9fe:a9fe',
  '64:ff9b::7f00:1',
  '64:ff9b::10.0.0.1',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'ff02::1',
  'localhost',
  '127.1',
  '',
])('treats %s as not public', (address) => expect(isPublicAddress(address)).toBe(false));

// A rule that is too wide would make tools useless.
test.each([
  '1.1.1.1',
  '100.63.255.255',
  '172.32.0.1',
  '192.1.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
  '64:ff9b::8.8.8.8',
])('treats %s as public', (address) => expect(isPublicAddress(address)).toBe(true));

test('recognizes names of this computer without a resolver', () => {
  expect(['localhost', 'LOCALHOST.', 'a.localhost', 'localhost.localdomain'].map(isLocalName)).toEqual([true, true, true, true]);
  expect(isLocalName('notlocalhost.example')).toBe(false);
});
