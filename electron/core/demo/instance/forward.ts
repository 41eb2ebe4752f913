import { connect, type Socket } from 'node:net';
import type { ServerChannel } from 'ssh2';

/** The one place the instance forwards to. */
export interface ForwardTarget {
  readonly address: string;
  readonly port: number;
  /** Names that mean this place, its address among them. */
  readonly names: readonly string[];
}

/** Whether a client may be taken there. */
export function isAllowed(host: string, port: number, target: ForwardTarget): boolean {
  return port === target.port && target.names.includes(host.toLowerCase());
}

/** Opens the connection to the target; `onOpen` hears of it before the first byte goes through. */
export function forward(
  target: ForwardTarget,
  accept: () => ServerChannel | undefined,
  reject: () => void,
  onOpen: (socket: Socket) => void,
): Socket {
  const socket = connect({ host: target.address, port: target.port, allowHalfOpen: true, noDelay: true });
  socket.once('error', reject);
  socket.once('connect', () => {
    socket.off('error', reject);
    socket.on('error', () => socket.destroy());
    onOpen(socket);
    const channel = accept();
    if (!channel) {
      socket.destroy();
      return;
    }
    channel.on('error', () => socket.destroy());
    channel.once('close', () => socket.destroy());
    socket.once('close', () => channel.close());
    channel.pipe(socket).pipe(channel);
  });
  return socket;
}
