import type { Failure } from '../../../contract/failure.ts';
import { fingerprint, keyType, randomart } from '../host-keys/public-key.ts';
import type { Ask, Hop, HostKeys } from '../types.ts';
import { differentKeyFailure, untrustedKeyFailure } from './ssh-failure.ts';

/** Decides about one server's key, once. */
export interface HostVerifier {
  /** In ssh2's shape. */
  readonly verify: (key: Buffer, decide: (isAccepted: boolean) => void) => void;
  /** Why it was refused. */
  readonly failure: () => Failure | undefined;
}

export interface HostVerifierOptions {
  readonly hop: Hop;
  readonly hostKeys: HostKeys;
  readonly ask: Ask;
  readonly signal: AbortSignal;
  /** The key this hop showed earlier in this run: holds even where it could not be written down. */
  readonly earlier: Buffer | undefined;
  readonly onAccepted: (key: Buffer) => void;
  /** Another key than the one that is known. */
  readonly onChanged: (key: Buffer) => void;
  readonly onNote: (note: string) => void;
}

/** A verifier that asks at most once: ssh2 calls it again at every rekey, and then only the very same key passes, silently. */
export function createHostVerifier(options: HostVerifierOptions): HostVerifier {
  const { hop, earlier } = options;
  let accepted: Buffer | undefined;
  let failure: Failure | undefined;

  const checkKey = async (key: Buffer): Promise<Failure | undefined> => {
    const verdict = await options.hostKeys.check(hop, key);
    if (verdict.kind === 'refused') return verdict.failure;
    if (verdict.kind === 'known') return undefined;
    if (earlier) return earlier.equals(key) ? undefined : differentKeyFailure(hop);
    return askAndTrust(key, options);
  };

  return {
    verify: (key, decide) => {
      if (accepted) {
        if (!accepted.equals(key)) {
          failure = differentKeyFailure(hop);
          options.onChanged(Buffer.from(key));
        }
        decide(accepted.equals(key));
        return;
      }
      const shown = Buffer.from(key); // ssh2 may use its buffer again
      checkKey(shown)
        .catch((error: unknown): Failure => ({
          ...untrustedKeyFailure(hop),
          message: `The host key of ${hop.name} could not be checked: ${String(error)}.`,
        }))
        .then((refusal) => {
          failure = refusal;
          if (refusal?.code === 'host-key-changed') options.onChanged(shown);
          if (!refusal) {
            accepted = shown;
            options.onAccepted(shown);
          }
          return decide(!refusal);
        })
        .catch(() => undefined); // ssh2 throws where its socket has gone meanwhile; its "close" tells
    },
    failure: () => failure,
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
  if (reply.kind !== 'host-key' || !reply.isTrusted) return untrustedKeyFailure(hop);
  const saveFailure = await hostKeys.trust(hop, key);
  if (saveFailure) onNote(`the key of ${hop.name} is trusted until Causeway ends: ${saveFailure.message}`);
  return undefined;
}
