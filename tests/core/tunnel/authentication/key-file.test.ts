import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readKeyText } from '../../../../electron/core/tunnel/authentication/key-file.ts';
import { orderKeys } from '../../../../electron/core/tunnel/authentication/offered-keys.ts';
import { unlockKey } from '../../../../electron/core/tunnel/authentication/unlock-key.ts';
import { writeFields } from '../../../../electron/core/tunnel/authentication/ssh-wire.ts';

test('rejects a truncated or damaged key file without throwing', async () => {
  const whole = `openssh-key-v1\0`;
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), fc.boolean(), async (bytes, hasMagic) => {
      const body = Buffer.concat([Buffer.from(hasMagic ? whole : ''), Buffer.from(bytes)]).toString('base64');
      const text = `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n-----END OPENSSH PRIVATE KEY-----`;
      const { kind } = readKeyText(text);
      expect(['unknown', 'openssh']).toContain(kind);
      expect((await unlockKey(text, undefined, AbortSignal.abort())).kind).toBe('unusable');
    }),
  );
});

test('detects a format for any text', () =>
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(readKeyText(text).kind).toBe('unknown');
    }),
  ));

test('reports an agent key of an unknown type instead of offering it', () => {
  const publicKey = writeFields('ssh-future', Buffer.alloc(32));
  const { keys, notes } = orderKeys({
    agentKeys: [{ type: 'ssh-future', publicKey, comment: 'mine' }],
    files: [],
    certificateFiles: [],
    identitiesOnly: false,
    areDefaultFiles: true,
  });
  expect(keys).toEqual([]);
  expect(notes).toEqual([expect.stringContaining('ssh-future')]);
});
