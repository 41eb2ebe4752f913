import type { Client, ClientChannel } from 'ssh2';

/**
 * The few inner parts of ssh2 1.17 that we touch, because it offers no other way: a ping with an answer and the receive window.
 * Both are looked for before they are used, so that another version costs us speed and not correctness.
 */
interface ClientInternals {
  readonly _callbacks: ((failure: unknown) => void)[];
  readonly _protocol: {
    readonly ping: () => void;
    readonly channelWindowAdjust: (channel: number, amount: number) => void;
    directTcpip: (channel: number, window: number, packetSize: number, where: object) => void;
  };
}

interface ChannelInternals {
  readonly incoming: { window: number };
  readonly outgoing: { readonly id: number; readonly state: string };
}

/** Sends a keepalive request; calls back when anything answers it. Without the inner parts it never answers. */
export function ping(client: Client, onAnswer: (isAlive: boolean) => void): void {
  const internals = findInternals(client);
  if (!internals) return;
  // Answers come in the order of the requests; ssh2's own keepalive queues its callbacks in the same list.
  internals._callbacks.push((failure) => onAnswer(!(failure instanceof Error)));
  internals._protocol.ping();
}

/** Makes channels opened from now on begin with this window instead of ssh2's 2 MiB; says whether it could. */
export function setFirstWindow(client: Client, bytes: number): boolean {
  const protocol = findInternals(client)?._protocol;
  if (!protocol) return false;
  const original = protocol.directTcpip;
  protocol.directTcpip = (channel, _window, packetSize, where) => {
    original.call(protocol, channel, bytes, packetSize, where);
  };
  return true;
}

/** Takes the refilling of a channel's window out of ssh2's hands; returns what grants the other side more bytes. */
export function takeOverWindow(client: Client, channel: ClientChannel): (bytes: number) => void {
  const inside = findInternals(client);
  const { incoming, outgoing } = channel as unknown as ChannelInternals; // as Channel.js of 1.17 has it
  // ssh2 refills 2 MiB at half, and drops data at zero; an infinite window keeps it from doing either.
  incoming.window = Number.POSITIVE_INFINITY;
  return (bytes) => {
    if (outgoing.state === 'open' || outgoing.state === 'eof') inside?._protocol.channelWindowAdjust(outgoing.id, bytes);
  };
}

function findInternals(client: Client): ClientInternals | undefined {
  const { _callbacks, _protocol } = client as unknown as Partial<ClientInternals>;
  const isComplete =
    Array.isArray(_callbacks) &&
    typeof _protocol?.ping === 'function' &&
    typeof _protocol.channelWindowAdjust === 'function' &&
    typeof _protocol.directTcpip === 'function';
  return isComplete ? (client as unknown as ClientInternals) : undefined;
}
