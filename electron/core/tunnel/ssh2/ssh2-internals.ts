import { createSecretKey } from 'node:crypto';
import type { Client, ClientChannel } from 'ssh2';

/**
 * The internals of ssh2 1.17 that we use for pings, the receive window and keys, because there is no public API. They are checked
 * before use, so that another version costs speed, not correctness.
 */
interface ClientInternals {
  readonly _callbacks: ((failure: unknown) => void)[];
  readonly _protocol: {
    readonly ping: () => void;
    readonly channelWindowAdjust: (channel: number, amount: number) => void;
    directTcpip: (channel: number, window: number, packetSize: number, where: object) => void;
    /** Replaced at each key exchange, as `_decipher` is. */
    readonly _cipher?: object;
    readonly _decipher?: object;
  };
}

interface ChannelInternals {
  readonly incoming: { window: number };
  readonly outgoing: { readonly id: number; readonly state: string };
}

/** Sends a keepalive request and calls back on any answer. Never calls back if the internals are missing. */
export function ping(client: Client, onAnswer: (isAlive: boolean) => void): void {
  const internals = findInternals(client);
  if (!internals) return;
  // Answers come in order. ssh2's own keepalive uses the same list.
  internals._callbacks.push((failure) => onAnswer(!(failure instanceof Error)));
  internals._protocol.ping();
}

/** Sets the initial window of new channels instead of ssh2's 2 MiB. Returns whether that worked. */
export function setFirstWindow(client: Client, bytes: number): boolean {
  const protocol = findInternals(client)?._protocol;
  if (!protocol) return false;
  const original = protocol.directTcpip;
  protocol.directTcpip = (channel, _window, packetSize, where) => {
    original.call(protocol, channel, bytes, packetSize, where);
  };
  return true;
}

/** Takes over a channel's window from ssh2. Returns the function that grants more bytes. */
export function takeOverWindow(client: Client, channel: ClientChannel): (bytes: number) => void {
  const inside = findInternals(client);
  const { incoming, outgoing } = channel as unknown as ChannelInternals; // as in Channel.js of 1.17
  // ssh2 refills at half of 2 MiB and drops data at zero. An infinite window prevents both.
  incoming.window = Number.POSITIVE_INFINITY;
  return (bytes) => {
    if (outgoing.state === 'open' || outgoing.state === 'eof') inside?._protocol.channelWindowAdjust(outgoing.id, bytes);
  };
}

/** The fields of ciphers that hold a key which ssh2 passes to Node's crypto for each packet. */
const keyFields = ['_encKey', '_decipherKey', '_macKey'] as const;

/**
 * Converts the keys of the current ciphers once. As bytes, Node 24.20 and 24.21 import them anew for each packet, which takes longer
 * than encrypting it. Call it after each key exchange.
 */
export function convertKeys(client: Client): void {
  const protocol = findInternals(client)?._protocol;
  for (const cipher of [protocol?._cipher, protocol?._decipher] as readonly (Record<string, unknown> | undefined)[]) {
    for (const field of keyFields) {
      const key = cipher?.[field];
      if (cipher && Buffer.isBuffer(key)) cipher[field] = createSecretKey(key);
    }
  }
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
