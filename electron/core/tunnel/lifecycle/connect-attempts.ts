import type { Failure } from '../../../contract/failure.ts';
import { failure } from '../../../contract/failures/fail.ts';
import type { Hop, ConnectObserver, Session, Transport } from '../types.ts';
import type { Traffic } from './sessions.ts';

/** A key that was refused because another one is known for its hop. Used by "this is a new instance". */
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

/** Creates what connects, one attempt at a time. */
export function createConnectAttempts({ transport, observer, isUnattended, onConnected, onFailed }: ConnectAttemptsOptions) {
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
    let refusedNow: RefusedKey | undefined;
    /** Ends this attempt and runs `then`, unless another attempt has replaced it. */
    const settle = (then: () => void): boolean => {
      if (current !== attempt) return false;
      current = undefined;
      refused = refusedNow;
      then();
      return true;
    };
    const traffic: Traffic = { listener: () => undefined };
    const attemptObserver: ConnectObserver = {
      ...observer,
      isUnattended: isUnattended(),
      onProgress: (hop, identity) => current === attempt && observer.onProgress(hop, identity),
      onRefusedKey: (hop, key) => void (refusedNow = { hop, key }),
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
      (error: unknown) => void settle(() => onFailed(failure('tunnel-bug', { detail: String(error) }))),
    );
  };

  return {
    isConnecting: (): boolean => current !== undefined,
    /** Starts another attempt. Cancels the current one first. */
    start: begin,
    /** Cancels the current attempt. A session it still opens is closed at once. */
    cancel: giveUp,
    /** Returns the key that the last finished attempt refused as changed, so that it can be confirmed while another one is in progress. */
    refusedKey: (): RefusedKey | undefined => refused,
  };
}
