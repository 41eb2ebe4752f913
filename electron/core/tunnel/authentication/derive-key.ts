import { Worker } from 'node:worker_threads';

/** How the passphrase of a key file becomes its cipher key: bcrypt for OpenSSH, argon2 for PuTTY. */
export type KeyDerivation = {
  readonly passphrase: string;
  readonly salt: Buffer;
  readonly length: number;
} & (
  | { readonly kind: 'bcrypt'; readonly rounds: number }
  | {
      readonly kind: 'argon2';
      readonly flavour: 'argon2d' | 'argon2i' | 'argon2id';
      /** In KiB. */
      readonly memory: number;
      readonly passes: number;
      readonly parallelism: number;
    }
);

/**
 * Derives a cipher key from a passphrase in a worker, because this usually takes one to three seconds of JavaScript. Returns
 * undefined if it is aborted or not possible.
 */
export function deriveKey(derivation: KeyDerivation, signal: AbortSignal): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  if (signal.aborted) return Promise.resolve(undefined);
  const worker = new Worker(new URL('./derive-key-worker.ts', import.meta.url), { workerData: derivation });
  const terminate = (): void => void worker.terminate();
  signal.addEventListener('abort', terminate, { once: true });
  worker.on('message', (out: Uint8Array | null) => resolve(out ? Buffer.from(out) : undefined));
  worker.on('error', () => resolve(undefined));
  worker.on('exit', () => {
    signal.removeEventListener('abort', terminate);
    resolve(undefined);
  });
  return promise;
}
