import { failure as failureOf } from '../../../contract/failures/fail.ts';
import { describeFailure } from '../../../contract/failures/render-failure.ts';
import type { Failure } from '../../../contract/failure.ts';
import { fingerprint, keyType, randomart } from '../host-keys/public-key.ts';
import type { Ask, Hop, HostKeys } from '../types.ts';
import { hostKeyText } from '../text.ts';

/** Verifies one server's host key. */
export type HostVerifier = ReturnType<typeof createHostVerifier>;

export interface HostVerifierOptions {
  readonly hop: Hop;
  readonly hostKeys: HostKeys;
  readonly ask: Ask;
  readonly signal: AbortSignal;
  /** The key this hop showed earlier in this run. Valid even if it could not be saved. */
  readonly earlier: Buffer | undefined;
  readonly onAccepted: (key: Buffer) => void;
  /** Called with a key that differs from the known one. */
  readonly onChanged: (key: Buffer) => void;
  readonly onNote: (note: string) => void;
}

/** Creates a verifier that asks at most once. ssh2 calls it again at every rekey, and then only the same key passes. */
export function createHostVerifier(options: HostVerifierOptions) {
  const { hop, earlier } = options;
  let accepted: Buffer | undefined;
  let failure: Failure | undefined;

  const checkKey = async (key: Buffer): Promise<Failure | undefined> => {
    const verdict = await options.hostKeys.check(hop, key);
    if (verdict.kind === 'refused') return verdict.failure;
    if (verdict.kind === 'known') return undefined;
    if (earlier) return earlier.equals(key) ? undefined : failureOf('host-key-differs', { hop: hop.name });
    return askAndTrust(key, options);
  };

  return {
    /** The callback for ssh2. */
    verify: (key: Buffer, decide: (isAccepted: boolean) => void): void => {
      if (accepted) {
        if (!accepted.equals(key)) {
          failure = failureOf('host-key-differs', { hop: hop.name });
          options.onChanged(Buffer.from(key));
        }
        decide(accepted.equals(key));
        return;
      }
      const shown = Buffer.from(key); // ssh2 may reuse its buffer
      checkKey(shown)
        .catch((error: unknown): Failure => failureOf('host-key-unchecked', { hop: hop.name, detail: String(error) }))
        .then((refusal) => {
          failure = refusal;
          if (refusal?.code === 'host-key-changed') options.onChanged(shown);
          if (!refusal) {
            accepted = shown;
            options.onAccepted(shown);
          }
          return decide(!refusal);
        })
        .catch(() => undefined); // ssh2 throws if its socket is gone, which "close" reports
    },
    /** Returns why the key was refused. */
    failure: (): Failure | undefined => failure,
  };
}

async function askAndTrust(key: Buffer, { hop, hostKeys, ask, signal, onNote }: HostVerifierOptions): Promise<Failure | undefined> {
  const reply = await ask(
    {
      kind: 'host-key',
      hop: hop.name,
      address: hop.port === 22 ? hop.host : `[${hop.host}]:${hop.port}`,
      keyType: keyType(key) ?? 'unknown',
      fingerprint: fingerprint(key),
      randomart: randomart(key),
    },
    signal,
  );
  if (reply.kind !== 'host-key' || !reply.isTrusted) return failureOf('host-key-not-trusted', { hop: hop.name });
  const failure = await hostKeys.trust(hop, key);
  // Another program may have added or revoked a key while the user was asked.
  if (failure?.code === 'host-key-changed' || failure?.code === 'host-key-revoked') return failure;
  if (failure) onNote(hostKeyText.notSaved(hop.name, describeFailure(failure).message));
  return undefined;
}
