import type { Duplex } from 'node:stream';

/** Where a connection should end. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
}

/** The one small port for bytes: opens a raw connection. The tunnel supplies its own. The signal ends only the opening. */
export type Dial = (target: DialTarget, signal: AbortSignal) => Promise<Duplex>;
