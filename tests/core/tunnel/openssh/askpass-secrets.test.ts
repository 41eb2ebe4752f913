import { expect, test } from 'vitest';
import { parsePrompt } from '../../../../electron/core/tunnel/openssh/askpass-secrets.ts';

test.each([
  ["Enter passphrase for key '/home/ada/.ssh/id_ed25519': ", { kind: 'passphrase', keyFile: '/home/ada/.ssh/id_ed25519' }],
  ["Enter passphrase for key '/keys/ada's key': ", { kind: 'passphrase', keyFile: "/keys/ada's key" }],
  ["ada@gate.lab's password: ", { kind: 'password' }],
  ['(ada@gate.lab) Password: ', { kind: 'prompt', text: 'Password: ', isPassword: true }],
  // Caching one of these would send a used code again.
  ['(ada@gate.lab) One-time password: ', { kind: 'prompt', text: 'One-time password: ', isPassword: false }],
  ['(ada@gate.lab) Verification code: ', { kind: 'prompt', text: 'Verification code: ', isPassword: false }],
  ['(ada@gate.lab) New password: ', { kind: 'prompt', text: 'New password: ', isPassword: false }],
  // A server chooses its prompts, and must not get a passphrase.
  ["(ada@gate.lab) Enter passphrase for key '/home/ada/.ssh/id_ed25519': ", { kind: 'prompt', isPassword: false }],
  ['Enter PIN for ED25519-SK key /home/ada/.ssh/id_ed25519_sk: ', { kind: 'prompt', isPassword: false }],
])('parses the prompt “%s”', (text, expected) => expect(parsePrompt(text)).toMatchObject(expected));
