import { expect, test } from 'vitest';
import { canCreateNamespace, sandboxTrouble } from '../../build/set-up/sandbox.mjs';

const helper = '/home/ada/electron/chrome-sandbox';
const ubuntu = {
  platform: 'linux',
  user: 1000,
  isRestricted: true,
  canCreateNamespace: () => true, // unshare has a profile of its own in newer releases
  helper,
  helperStatus: { uid: 1000, mode: 0o100755 },
} as const;
/** A kernel without user namespaces for normal users, or a container that forbids them. */
const withoutNamespaces = { ...ubuntu, isRestricted: false, canCreateNamespace: () => false };

test.each([
  ['belongs to the user', { uid: 1000, mode: 0o104755 }],
  ['isn’t setuid', { uid: 0, mode: 0o100755 }],
  ['is missing', undefined],
])('reports a restricted sandbox whose helper %s, with the command that mends it', (_, helperStatus) => {
  const trouble = sandboxTrouble({ ...ubuntu, helperStatus });
  const command = `sudo chown root:root "${helper}" && sudo chmod 4755 "${helper}"`;
  expect(trouble?.reason).toBe(`this system doesn't let Electron's sandbox start (${command})`);
  expect(trouble?.remedy).toContain(command);
});

test('reports a system that allows no user namespace to anybody (catches an Electron that ends right after its start)', () => {
  expect(sandboxTrouble(withoutNamespaces)?.remedy).toContain('sudo chmod 4755');
  expect(sandboxTrouble({ ...withoutNamespaces, helperStatus: { uid: 0, mode: 0o104755 } })).toBeUndefined();
  expect(sandboxTrouble({ ...withoutNamespaces, user: 0 })).toBeUndefined();
});

test('tries to create a namespace, and knows nothing without the command', () => {
  expect([canCreateNamespace('true'), canCreateNamespace('false')]).toEqual([true, false]);
  expect(canCreateNamespace('no-such-command')).toBeUndefined();
  expect(sandboxTrouble({ ...withoutNamespaces, canCreateNamespace: () => undefined })).toBeUndefined();
});

test.each([
  ['a helper that runs as root', { helperStatus: { uid: 0, mode: 0o104755 } }],
  ['no restriction', { isRestricted: false }],
  ['root, who starts Electron without a sandbox', { user: 0 }],
  ['another system', { platform: 'darwin' }],
] as const)('reports nothing for %s', (_, change) => expect(sandboxTrouble({ ...ubuntu, ...change })).toBeUndefined());
