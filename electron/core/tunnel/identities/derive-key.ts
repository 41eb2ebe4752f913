import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';

/** What the bcrypt of an OpenSSH key file is given. */
export interface Derivation {
  readonly passphrase: string;
  readonly salt: Buffer;
  readonly rounds: number;
  readonly length: number;
}

/** Plain JavaScript handed over as text, so that no bundler has to know of a second entry. */
const source = `
const { parentPort, workerData } = require('node:worker_threads');
const { pbkdf } = require('node:module').createRequire(workerData.beside)('bcrypt-pbkdf');
const { passphrase, salt, rounds, length } = workerData;
const out = Buffer.alloc(length);
const status = pbkdf(Buffer.from(passphrase), Buffer.byteLength(passphrase), Buffer.from(salt), salt.length, out, length, rounds);
parentPort.postMessage(status === 0 ? out : null);
`;

/**
 * Turns a passphrase into a cipher's key as OpenSSH does (bcrypt), on a thread of its own: the usual 16 rounds take
 * 1.4 s in JavaScript, 100 take ten, and everything else in the program would wait. Nothing: withdrawn, or not possible.
 */
export function deriveKey(derivation: Derivation, signal: AbortSignal): Promise<Buffer | undefined> {
  const { promise, resolve } = Promise.withResolvers<Buffer | undefined>();
  if (signal.aborted) return Promise.resolve(undefined);
  const worker = new Worker(source, {
    eval: true,
    // The package is ssh2's own, found from where ssh2 is.
    workerData: { ...derivation, beside: createRequire(import.meta.url).resolve('ssh2') },
  });
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
