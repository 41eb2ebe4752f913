import type { Schedule } from './reconnecting-socket.ts';

export interface ReceiptWatchOptions {
  readonly schedule: Schedule;
  /** Whether something was sent whose receipt is still to come. */
  readonly isWaiting: () => boolean;
  /** How much was sent and is still on this computer. */
  readonly unsent: () => number;
  /** It fell silent, or answers again. */
  readonly onChange: () => void;
  /** Silent for so long that the connection is given up. */
  readonly onDead: () => void;
}

/** Notices when the other end no longer confirms what it is sent. */
export interface ReceiptWatch {
  readonly isSilent: () => boolean;
  readonly sent: () => void;
  readonly received: () => void;
  /** Gives the connection up as soon as it is found silent. */
  readonly hurry: () => void;
  readonly stop: () => void;
}

const receiptLimitMs = 5000;
const firstPatienceMs = 10_000;
const maxPatienceMs = 120_000;

/**
 * Starts with the first message that waits. The patience with a silent connection grows each time, until something arrives:
 * over a slow one a large message may need longer than any fixed limit, and would be sent again for ever.
 */
export function createReceiptWatch({ schedule, isWaiting, unsent, onChange, onDead }: ReceiptWatchOptions): ReceiptWatch {
  let isSilent = false;
  let isHurried = false;
  let patienceMs = firstPatienceMs;
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
      if (isHurried) giveUp();
      else lookAgain(unsent(), patienceMs);
    }, receiptLimitMs);
  };
  const lookAgain = (before: number, ms: number): void => {
    cancel = schedule(() => {
      const left = unsent();
      if (left < before) lookAgain(left, ms);
      else giveUp();
    }, ms);
  };
  const giveUp = (): void => {
    patienceMs = Math.min(2 * patienceMs, maxPatienceMs);
    onDead();
  };
  const stop = (): void => {
    clear();
    isSilent = false;
    isHurried = false;
  };

  return {
    isSilent: () => isSilent,
    sent: start,
    received: () => {
      const wasSilent = isSilent;
      stop();
      patienceMs = firstPatienceMs;
      if (wasSilent) onChange();
      start();
    },
    hurry: () => {
      isHurried = true;
      if (isSilent) giveUp();
    },
    stop,
  };
}
