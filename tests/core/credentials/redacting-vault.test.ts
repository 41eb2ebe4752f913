import { expect, test } from 'vitest';
import { withRedaction, createMemoryVault } from '../../../electron/core/credentials/credentials.ts';
import { createRedactor } from '../../../electron/core/shared/redactor.ts';

const ref = { kind: 'api-token', profileId: 'institute', place: 'https://models.example.org' } as const;

test('a secret is masked in the log from the moment it passes the vault, on its way in or out', async () => {
  const inner = createMemoryVault();
  const redactor = createRedactor();
  const vault = withRedaction(inner, redactor.learn);
  await vault.set(ref, 'correct horse');
  expect(redactor.redact('typed: correct horse')).toBe('typed: [redacted]');

  const restarted = createRedactor();
  await withRedaction(inner, restarted.learn).get(ref);
  expect(restarted.redact('read: correct horse')).toBe('read: [redacted]');
});
