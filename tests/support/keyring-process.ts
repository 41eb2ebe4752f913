/** Program: answers a vault's calls, a line of JSON each, from the real keychain of the session it is started in. */
import { createInterface } from 'node:readline';
import keytar from 'keytar';
import { createKeytarVault, keychainService } from '../../electron/core/credentials/credentials.ts';
import type { KeyringCall } from './keyring-vault.ts';

const vault = createKeytarVault();

async function answer(call: KeyringCall): Promise<unknown> {
  switch (call.verb) {
    case 'get':
      return vault.get(call.ref);
    case 'set':
      return vault.set(call.ref, call.secret);
    case 'remove':
      return vault.remove(call.ref);
    case 'describe':
      return vault.describe(call.ref);
    case 'locate':
      return process.env['DBUS_SESSION_BUS_ADDRESS'] ?? null;
    case 'list':
      // Bypasses the vault, to list what the user sees in the keychain app.
      return (await keytar.findCredentials(keychainService)).map(({ account, password }) => [account, password]);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, call } = JSON.parse(line) as { readonly id: number; readonly call: KeyringCall };
  const told = await answer(call);
  process.stdout.write(`${JSON.stringify({ id, answer: told })}\n`);
}
