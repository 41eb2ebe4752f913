import { once } from 'node:events';
import type { Client } from 'ssh2';
import type { Dial } from '../../electron/core/upstream/upstream.ts';

/** Opens connections like the tunnel, each as a channel of one SSH session. */
export interface DemoDial {
  readonly dial: Dial;
  /** Breaks the session. The next connection opens a new one. */
  readonly breakSession: () => Promise<void>;
}

/** Dials through an instance. `open` returns an authenticated session. */
export function createDemoDial(open: () => Promise<Client>): DemoDial {
  let session: Promise<Client> | undefined;
  const client = (): Promise<Client> => {
    session ??= open().then((opened) => opened.once('close', () => (session = undefined)));
    return session;
  };
  return {
    dial: async (target, signal) => {
      const opened = await client();
      return new Promise((resolve, reject) => {
        opened.forwardOut('127.0.0.1', 0, target.host, target.port, (error, channel) => {
          if (error) reject(error);
          else if (signal.aborted) channel.destroy();
          else resolve(channel);
        });
      });
    },
    breakSession: async () => {
      const opened = await session;
      if (!opened) return;
      const closed = once(opened, 'close');
      opened.destroy();
      await closed;
    },
  };
}
