import { once } from 'node:events';
import type { Client } from 'ssh2';
import type { Dial } from '../../electron/core/upstream/upstream.ts';

/** Connections as the tunnel makes them: each a channel of one SSH session. */
export interface DemoDial {
  readonly dial: Dial;
  /** Breaks the session; the next connection opens another. */
  readonly breakSession: () => Promise<void>;
}

/** Dials through an instance; `open` gives a session that is logged in. */
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
