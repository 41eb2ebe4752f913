import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { SecretRef, Vault } from '../../electron/core/credentials/credentials.ts';
import { keyringCommand, type KeyringState } from './keyring.ts';

/** A call to the process in the keyring's session. */
export type KeyringCall =
  | { readonly verb: 'get' | 'remove' | 'describe'; readonly ref: SecretRef }
  | { readonly verb: 'set'; readonly ref: SecretRef; readonly secret: string }
  | { readonly verb: 'list' | 'locate' };

/** The real vault on a real keyring for tests. */
export interface KeyringVault {
  readonly vault: Vault;
  /** Returns the environment in which another program uses this keyring. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
  /** Lists our items as the keychain app shows them, each with its secret. */
  readonly list: () => Promise<readonly (readonly [account: string, secret: string])[]>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a keyring in a state. Uses a separate process, because the D-Bus library keeps its first session bus until the process exits,
 * and exits the process when that bus is gone.
 */
export async function openKeyring(folder: string, state: KeyringState): Promise<KeyringVault> {
  const { command, words, env } = await keyringCommand(folder, state, [path.join(import.meta.dirname, 'keyring-process.ts')]);
  const child = spawn(command, words, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const pending = new Map<number, { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void }>();
  let count = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, answer } = JSON.parse(line) as { readonly id: number; readonly answer: never };
    pending.get(id)?.resolve(answer);
    pending.delete(id);
  });
  child.once('exit', () => {
    for (const { reject } of pending.values()) reject(new Error('The process beside the keyring has ended.'));
  });
  const call = <T>(request: KeyringCall): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      count += 1;
      pending.set(count, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id: count, call: request })}\n`);
    });

  return {
    vault: {
      get: (ref) => call({ verb: 'get', ref }),
      set: (ref, secret) => call({ verb: 'set', ref, secret }),
      remove: (ref) => call({ verb: 'remove', ref }),
      describe: (ref) => call({ verb: 'describe', ref }),
    },
    environment: async () => {
      const address = await call<string | null>({ verb: 'locate' });
      return { DBUS_SESSION_BUS_ADDRESS: address ?? 'disabled:' };
    },
    list: () => call({ verb: 'list' }),
    close: async () => {
      child.stdin.end();
      await exited;
    },
  };
}
