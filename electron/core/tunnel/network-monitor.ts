import os from 'node:os';
import type { Clock } from '../shared/clock.ts';
import type { Timers } from './timers.ts';

/** Calls back with the cause whenever the network may have changed, until it is ended. */
export type MonitorNetwork = (onChange: (cause: NetworkChange) => void) => () => void;

export type NetworkChange = 'the network changed' | 'the computer woke up';

const lookMs = 500;
/** A look that comes this late was not a busy moment but a sleep, or someone set the clock. */
const jumpMs = 5000;

export interface NetworkMonitorOptions {
  readonly clock: Clock;
  readonly timers: Timers;
  /** What is compared from look to look; left out: the system's interfaces. */
  readonly look?: () => string;
}

/** Looks at the interfaces and the clock twice a second; Node offers no event for either. */
export function createNetworkMonitor({ clock, timers, look = interfacesNow }: NetworkMonitorOptions): MonitorNetwork {
  return (onChange) => {
    let seen = look();
    let lookedAt = clock.now();
    let cancel = timers.after(lookMs, again);
    function again(): void {
      const now = clock.now();
      const late = now - lookedAt - lookMs;
      const current = look();
      const hasChanged = current !== seen;
      seen = current;
      lookedAt = now;
      cancel = timers.after(lookMs, again);
      if (late > jumpMs || late < -jumpMs) onChange('the computer woke up');
      else if (hasChanged) onChange('the network changed');
    }
    return () => cancel();
  };
}

/** Addresses that can carry a connection; temporary IPv6 addresses come and go without any meaning, so only their networks count. */
function interfacesNow(): string {
  return Object.entries(os.networkInterfaces())
    .flatMap(([name, addresses]) =>
      (addresses ?? [])
        .filter(({ internal }) => !internal)
        .map(({ family, address }) => `${name} ${family === 'IPv6' ? address.split(':').slice(0, 4).join(':') : address}`),
    )
    .toSorted()
    .join('\n');
}
