import type { Duplex } from 'node:stream';

/** The host and port of a connection. */
export interface DialTarget {
  readonly host: string;
  readonly port: number;
}

/** Opens a raw connection: by TCP, or through the tunnel. The signal only cancels the opening. */
export type Dial = (target: DialTarget, signal: AbortSignal) => Promise<Duplex>;
