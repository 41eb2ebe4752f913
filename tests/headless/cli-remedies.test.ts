import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/set-up/places.mjs';
import { failureCodes, type Failure } from '../../electron/contract/failure.ts';
import { portFailure } from '../../electron/core/agent/port/port-conflict.ts';
import { networkFailure } from '../../electron/core/upstream/upstream.ts';
import { withCliRemedy } from '../../electron/headless/cli-remedies.ts';

/** Words that refer to the window. */
const ofTheWindow = /Connection screen|Settings, Waiting|Help menu|run the connection check|until you quit|enter it here/;

/** Every sentence of the product that mentions such a place. Sentences about keys have their own rewording. */
async function sentences(): Promise<readonly string[]> {
  const folders = ['core', 'contract'].map((folder) => path.join(root, 'electron', folder));
  const texts = await Promise.all(
    folders.map(async (folder) => {
      const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.ts'));
      return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
    }),
  );
  const literals = texts.flat().flatMap((text) => text.match(/'(?:[^'\\\n]|\\.){12,}'|`(?:[^`\\]|\\.)*`/g) ?? []);
  return literals.map((literal) => literal.slice(1, -1)).filter((text) => ofTheWindow.test(text));
}

// catches advice that nobody at a terminal can follow
test('refers to no screen or menu in any failure', async () => {
  const found = (await sentences()).filter((text) => !text.includes('local key'));
  expect(found.length).toBeGreaterThan(5);
  for (const remedy of found) {
    const owners = /enter it/.test(remedy)
      ? (['token-missing', 'token-refused'] as const)
      : /until you quit/.test(remedy)
        ? (['keychain-missing', 'keychain-locked', 'keychain-refused'] as const)
        : (['connection-lost'] as const);
    for (const code of owners) expect(withCliRemedy({ code, message: 'It is so.', remedy }).remedy).not.toMatch(ofTheWindow);
  }
});

test('suggests flags for tokens and secrets, and the fingerprint for a new instance', () => {
  const remedyOf = (code: (typeof failureCodes)[number]): string => withCliRemedy({ code, message: '', remedy: 'Do this.' }).remedy;
  expect(remedyOf('token-refused')).toContain('--token-env');
  expect(remedyOf('keychain-missing')).toContain('--passphrase-env');
  expect(remedyOf('host-key-changed')).toContain('--host-key');
  expect(remedyOf('ssh-auth')).toMatch(/--passphrase-env.*OpenSSH 8\.5/);
  expect(remedyOf('tls-authority')).toContain('--ca-file');
  const changed = failureCodes.filter((code) => remedyOf(code) !== 'Do this.');
  expect(
    changed.every((code) => /^(token|keychain|host-key)-|^(ssh-auth|ssh-handshake|login-given-up|tls-authority|ca-file)$/.test(code)),
  ).toBe(true);
});

test('suggests flags for ports and timeouts', () => {
  const coded = (code: string): Error => Object.assign(new Error(code), { code });
  const remedyFor = (failure: Failure): string => withCliRemedy(failure).remedy;
  expect(remedyFor(portFailure(coded('EADDRINUSE'), 7333, null, 7400))).toContain('--port 7400');
  expect(remedyFor(portFailure(coded('EACCES'), 7333, null, null))).toContain('--port');
  expect(remedyFor(networkFailure(coded('ETIMEDOUT'), 'lab'))).toContain('--connect-seconds');
  expect(remedyFor(networkFailure(coded('UND_ERR_HEADERS_TIMEOUT'), 'lab'))).toContain('--first-byte-seconds');
  expect(remedyFor(networkFailure(coded('UND_ERR_BODY_TIMEOUT'), 'lab'))).toContain('--idle-seconds');
});
