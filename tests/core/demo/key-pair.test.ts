import ssh2 from 'ssh2';
import { expect, test } from 'vitest';
import { newKeyPair } from '../../../electron/core/demo/instance/key-pair.ts';

test('creates readable keys that sign for their public half (ssh2’s own generator breaks one in 256)', () => {
  for (let round = 0; round < 600; round += 1) {
    const pair = newKeyPair();
    const [own, other] = [ssh2.utils.parseKey(pair.private), ssh2.utils.parseKey(pair.public)];
    if (own instanceof Error || other instanceof Error) throw new Error(`Key ${round} can't be read.`);
    expect(own.getPublicSSH().equals(other.getPublicSSH())).toBe(true);
    expect(other.verify('text', own.sign('text'))).toBe(true);
  }
});
