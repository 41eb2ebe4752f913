import type { Failure } from '../../../contract/failure.ts';
import type { Hop } from '../types.ts';
import type { ConnectWatch, Session, Transport } from '../transport.ts';
import type { Traffic } from './sessions.ts';

/** A key that was refused because another is known of its hop: what "this is a new instance" is about. */
export interface RefusedKey {
  readonly hop: Hop;
  readonly key: Buffer;
}

export interface ConnectAttemptsOptions {
  readonly transport: Transport;
  readonly watch: Omit<ConnectWatch, 'onRefusedKey' | 'isUnattended'>;
  readonly isUnattended: () => boolean;
  readonly onConnected: (session: Session, traffic: Traffic) => void;
  readonly onFailed: (failure: Failure) => void;
}

/** Connects, one attempt at a time. */
export interface ConnectAttempts {
  readonly isUnderWay: () => boolean;
  /** Begins another attempt; one that is under way is given up first. */
  readonly begin: (cause: string) => void;
  /** Gives up what is under way; a session that comes of it later is closed unseen. */
  readonly giveUp: (cause: string) => void;
  /** The key of the last attempt that was refused as changed. */
  readonly refusedKey: () => RefusedKey | undefined;
}

/** Nothing is under way yet. */
export function createConnectAttempts({ transport, watch, isUnattended, onConnected, onFailed }: ConnectAttemptsOptions): ConnectAttempts {
  let current: AbortController | undefined;
  let refused: RefusedKey | undefined;

  const giveUp = (cause: string): void => {
    current?.abort(new Error(cause));
    current = undefined;
  };

  const begin = (cause: string): void => {
    giveUp(cause);
    const attempt = new AbortController();
    current = attempt;
    refused = undefined;
    /** Runs it if this attempt is still the one that counts, and ends it. */
    const settle = (then: () => void): boolean => {
      if (current !== attempt) return false;
      current = undefined;
      then();
      return true;
    };
    const traffic: Traffic = { listener: () => undefined };
    const watched: ConnectWatch = {
      ...watch,
      isUnattended: isUnattended(),
      onTrying: (hop, identity) => current === attempt && watch.onTrying(hop, identity),
      onRefusedKey: (hop, key) => void (refused = { hop, key }),
      onBytes: (received, sent) => {
        watch.onBytes(received, sent);
        traffic.listener(received);
      },
    };
    transport.connect(watched, attempt.signal).then(
      (result) => {
        if (!result.ok) return void settle(() => onFailed(result.failure));
        return settle(() => onConnected(result.value, traffic)) ? undefined : result.value.close();
      },
      (error: unknown) =>
        void settle(() =>
          onFailed({ code: 'unexpected', message: `The tunnel made a mistake: ${String(error)}.`, remedy: 'Connect again.' }),
        ),
    );
  };

  return { isUnderWay: () => current !== undefined, begin, giveUp, refusedKey: () => refused };
}
