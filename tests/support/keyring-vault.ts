import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { SecretRef, Vault } from '../../electron/core/credentials/credentials.ts';
import { keyringCommand, type KeyringState } from './keyring.ts';

/** What is asked of the process beside the keyring. */
export type KeyringCall =
  | { readonly verb: 'get' | 'remove' | 'describe'; readonly ref: SecretRef }
  | { readonly verb: 'set'; readonly ref: SecretRef; readonly secret: string }
  | { readonly verb: 'list' | 'locate' };

/** The real vault on a real keyring of its own. */
export interface KeyringVault {
  readonly vault: Vault;
  /** Has another program find this keyring as the system's. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>;
  /** What a person finds in the keychain app: the name of each item of ours, and its secret. */
  readonly list: () => Promise<readonly (readonly [account: string, secret: string])[]>;
  readonly close: () => Promise<void>;
}

/**
 * Opens a keyring in a state. It needs a process of its own: the library that speaks to a session bus holds on to the
 * first one for as long as its process lives, and ends the process when the bus goes.
 */
export async function openKeyring(folder: string, state: KeyringState): Promise<KeyringVault> {
  const { command, words, env } = await keyringCommand(folder, state, [path.join(import.meta.dirname, 'keyring-process.ts')]);
  const child = spawn(command, words, { env, stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = once(child, 'exit');
  const waiting = new Map<number, { readonly resolve: (answer: never) => void; readonly reject: (error: Error) => void }>();
  let count = 0;
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, answer } = JSON.parse(line) as { readonly id: number; readonly answer: never };
    waiting.get(id)?.resolve(answer);
    waiting.delete(id);
  });
  child.once('exit', () => {
    for (const { reject } of waiting.values()) reject(new Error('The process beside the keyring has ended.'));
  });
  const call = <T>(asked: KeyringCall): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      count += 1;
      waiting.set(count, { resolve, reject });
      child.stdin.write(`${JSON.stringify({ id: count, call: asked })}\n`);
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
