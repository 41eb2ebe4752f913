import { Worker } from 'node:worker_threads';

/** What the bcrypt of an OpenSSH key file is given. */
export interface Derivation {
  readonly passphrase: string;
  readonly salt: Buffer;
  readonly rounds: number;
  readonly length: number;
}

/**
 * Turns a passphrase into a cipher's key as OpenSSH does (bcrypt), on a thread of its own: the usual 16 rounds take
 * 1.4 s in JavaScript, 100 take ten, and everything else in the program would wait. Nothing: withdrawn, or not possible.
 */
export function deriveKey(derivation: Derivation, signal: AbortSignal): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  if (signal.aborted) return Promise.resolve(undefined);
  const worker = new Worker(new URL('./derive-key-worker.ts', import.meta.url), { workerData: derivation });
  const withdraw = (): void => void worker.terminate();
  signal.addEventListener('abort', withdraw, { once: true });
  worker.on('message', (out: Uint8Array | null) => resolve(out ? Buffer.from(out) : undefined));
  worker.on('error', () => resolve(undefined));
  worker.on('exit', () => {
    signal.removeEventListener('abort', withdraw);
    resolve(undefined);
  });
  return promise;
}
