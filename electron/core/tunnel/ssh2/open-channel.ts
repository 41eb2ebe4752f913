import type { Client, ClientChannel } from 'ssh2';
import type { DialTarget } from '../../shared/dial.ts';

/** Asks the instance for a connection to the target: the channel, or why not. Rejects on abort only; what comes too late is closed. */
export function openChannel(client: Client, target: DialTarget, signal: AbortSignal): Promise<ClientChannel | Error> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const onAbort = (): void => reject(signal.reason);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      client.forwardOut('127.0.0.1', 0, target.host, target.port, (error, channel) => {
        signal.removeEventListener('abort', onAbort);
        if (error) resolve(error);
        else if (signal.aborted) discard(channel);
        else resolve(channel);
      });
    } catch (error) {
      // ssh2 throws at once where its connection is gone.
      signal.removeEventListener('abort', onAbort);
      resolve(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

function discard(channel: ClientChannel): void {
  channel.on('error', () => undefined);
  channel.resume();
  channel.close();
}
