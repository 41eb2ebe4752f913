import os from 'node:os';
import type { Clock } from '../shared/clock.ts';
import type { Timers } from './timers.ts';

/** Calls back with the cause whenever the network may have changed, until it is ended. */
export type MonitorNetwork = (onChange: (cause: NetworkChange) => void) => () => void;

export type NetworkChange = 'the network changed' | 'the computer woke up';

const pollMs = 500;
/** A look that comes this late was not a busy moment but a sleep, or someone set the clock. */
const clockJumpMs = 5000;

export interface NetworkMonitorOptions {
  readonly clock: Clock;
  readonly timers: Timers;
  /** What is compared from look to look; left out: the system's interfaces. */
  readonly readInterfaces?: () => string;
}

/** Looks at the interfaces and the clock twice a second; Node offers no event for either. */
export function createNetworkMonitor({ clock, timers, readInterfaces = describeInterfaces }: NetworkMonitorOptions): MonitorNetwork {
  return (onChange) => {
    let lastInterfaces = readInterfaces();
    let polledAt = clock.now();
    let cancel = timers.after(pollMs, poll);
    function poll(): void {
      const now = clock.now();
      const late = now - polledAt - pollMs;
      const current = readInterfaces();
      const hasChanged = current !== lastInterfaces;
      lastInterfaces = current;
      polledAt = now;
      cancel = timers.after(pollMs, poll);
      if (late > clockJumpMs || late < -clockJumpMs) onChange('the computer woke up');
      else if (hasChanged) onChange('the network changed');
    }
    return () => cancel();
  };
}

/** Addresses that can carry a connection; temporary IPv6 addresses come and go without any meaning, so only their networks count. */
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
