import { expect, it } from 'vitest';
import { fingerprintCommand } from '../../../renderer/connection/ssh-questions.tsx';

it.each([
  ['ssh-ed25519', 'ed25519'],
  ['ssh-rsa', 'rsa'],
  ['ecdsa-sha2-nistp256', 'ecdsa'],
  ['unknown', 'ed25519'],
])('names the file of a host key of type %s', (keyType, algorithm) => {
  expect(fingerprintCommand(keyType)).toBe(`ssh-keygen -lf /etc/ssh/ssh_host_${algorithm}_key.pub`);
});
