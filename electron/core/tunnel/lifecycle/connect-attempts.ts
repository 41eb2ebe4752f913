import type { Failure } from '../../../contract/failure.ts';
import type { Hop } from '../types.ts';
import type { ConnectObserver, Session, Transport } from '../transport.ts';
import type { Traffic } from './sessions.ts';

/** A key that was refused because another is known of its hop: what "this is a new instance" is about. */
export interface RefusedKey {
  readonly hop: Hop;
  readonly key: Buffer;
}

export interface ConnectAttemptsOptions {
  readonly transport: Transport;
  readonly observer: Omit<ConnectObserver, 'onRefusedKey' | 'isUnattended'>;
  readonly isUnattended: () => boolean;
  readonly onConnected: (session: Session, traffic: Traffic) => void;
  readonly onFailed: (failure: Failure) => void;
}

/** Connects, one attempt at a time. */
export interface ConnectAttempts {
  readonly isConnecting: () => boolean;
  /** Begins another attempt; one that is under way is given up first. */
  readonly start: (cause: string) => void;
  /** Gives up what is under way; a session that comes of it later is closed unseen. */
  readonly cancel: (cause: string) => void;
  /** The key of the last attempt that was refused as changed. */
  readonly refusedKey: () => RefusedKey | undefined;
}

/** Nothing is under way yet. */
export function createConnectAttempts({
  transport,
  observer,
  isUnattended,
  onConnected,
  onFailed,
}: ConnectAttemptsOptions): ConnectAttempts {
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
    const attemptObserver: ConnectObserver = {
      ...observer,
      isUnattended: isUnattended(),
      onProgress: (hop, identity) => current === attempt && observer.onProgress(hop, identity),
      onRefusedKey: (hop, key) => void (refused = { hop, key }),
      onBytes: (received, sent) => {
        observer.onBytes(received, sent);
        traffic.listener(received);
      },
    };
    transport.connect(attemptObserver, attempt.signal).then(
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

  return { isConnecting: () => current !== undefined, start: begin, cancel: giveUp, refusedKey: () => refused };
}
