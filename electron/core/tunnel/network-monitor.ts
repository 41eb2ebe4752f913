import os from 'node:os';
import type { Clock } from '../shared/clock.ts';
import type { Timers } from './timers.ts';

/** Calls `onChange` whenever the network may have changed. Returns the function that stops it. */
export type MonitorNetwork = (onChange: (cause: NetworkChange) => void) => () => void;

export type NetworkChange = 'the network changed' | 'the computer woke up';

const pollMs = 500;
/** A poll this late means that the computer slept or the clock was set. */
const clockJumpMs = 5000;

export interface NetworkMonitorOptions {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Returns the text that is compared between polls. Defaults to the system's interfaces. */
  readonly readInterfaces?: () => string;
}

/** Polls the interfaces and the clock twice a second, because Node has no event for either. */
export function createNetworkMonitor({ clock, timers, readInterfaces = describeInterfaces }: NetworkMonitorOptions): MonitorNetwork {
  return (onChange) => {
    let lastInterfaces = readInterfaces();
    let polledAt = clock.now();
    let cancel = timers.after(pollMs, poll);
    function poll(): void {
      const now = clock.now();
      const lateByMs = now - polledAt - pollMs;
      const current = readInterfaces();
      const hasChanged = current !== lastInterfaces;
      lastInterfaces = current;
      polledAt = now;
      cancel = timers.after(pollMs, poll);
      if (lateByMs > clockJumpMs || lateByMs < -clockJumpMs) onChange('the computer woke up');
      else if (hasChanged) onChange('the network changed');
    }
    return () => cancel();
  };
}

/** Lists external addresses. Only the network part of IPv6 addresses counts, because temporary addresses come and go. */
function describeInterfaces(): string {
  return Object.entries(os.networkInterfaces())
    .flatMap(([name, addresses]) =>
      (addresses ?? [])
        .filter(({ internal }) => !internal)
        .map(({ family, address }) => `${name} ${family === 'IPv6' ? address.split(':').slice(0, 4).join(':') : address}`),
    )
    .toSorted()
    .join('\n');
}
