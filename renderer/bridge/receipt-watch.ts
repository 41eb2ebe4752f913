import type { Schedule } from './reconnecting-socket.ts';

export interface ReceiptWatchOptions {
  readonly schedule: Schedule;
  /** Whether a sent message has no receipt yet. */
  readonly isWaiting: () => boolean;
  /** Bytes sent that are still buffered on this computer. */
  readonly unsent: () => number;
  /** Called when the connection falls silent or answers again. */
  readonly onChange: () => void;
  /** Called when the connection was silent for too long. */
  readonly onDead: () => void;
}

/** Detects a peer that no longer confirms messages. */
export interface ReceiptWatch {
  readonly isSilent: () => boolean;
  readonly sent: () => void;
  readonly received: () => void;
  /** Gives the connection up as soon as it is silent. */
  readonly failFast: () => void;
  readonly stop: () => void;
}

const receiptLimitMs = 5000;
const firstTimeoutMs = 10_000;
const maxTimeoutMs = 120_000;

/**
 * Starts with the first unconfirmed message. The timeout doubles each time until something arrives, because a large message on a
 * slow connection may need longer than any fixed limit, and would be sent again for ever.
 */
export function createReceiptWatch({ schedule, isWaiting, unsent, onChange, onDead }: ReceiptWatchOptions): ReceiptWatch {
  let isSilent = false;
  let isFailFast = false;
  let timeoutMs = firstTimeoutMs;
  let cancel: (() => void) | undefined;

  const clear = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const start = (): void => {
    if (cancel || isSilent || !isWaiting()) return;
    cancel = schedule(() => {
      isSilent = true;
      onChange();
      if (isFailFast) giveUp();
      else watchUnsent(unsent(), timeoutMs);
    }, receiptLimitMs);
  };
  const watchUnsent = (before: number, ms: number): void => {
    cancel = schedule(() => {
      const left = unsent();
      if (left < before) watchUnsent(left, ms);
      else giveUp();
    }, ms);
  };
  const giveUp = (): void => {
    timeoutMs = Math.min(2 * timeoutMs, maxTimeoutMs);
    onDead();
  };
  const stop = (): void => {
    clear();
    isSilent = false;
    isFailFast = false;
  };

  return {
    isSilent: () => isSilent,
    sent: start,
    received: () => {
      const wasSilent = isSilent;
      stop();
      timeoutMs = firstTimeoutMs;
      if (wasSilent) onChange();
      start();
    },
    failFast: () => {
      isFailFast = true;
      if (isSilent) giveUp();
    },
    stop,
  };
}
