import type { Client, ClientChannel } from 'ssh2';
import { isGcmCipher, sealOurselves } from './gcm-cipher.ts';
import { isGcmDecipher, largestData, openOurselves } from './gcm-decipher.ts';

/**
 * The few inner parts of ssh2 1.17 that we touch, because it offers no other way: a ping with an answer, the receive window, and
 * what seals and opens packets in AES-GCM. All are looked for before they are used, so that another version costs us speed and not
 * correctness.
 */
interface Inside {
  readonly _callbacks: ((failure: unknown) => void)[];
  readonly _protocol: {
    readonly ping: () => void;
    readonly channelWindowAdjust: (channel: number, amount: number) => void;
    directTcpip: (channel: number, window: number, packetSize: number, where: object) => void;
    _cipher: object;
    _decipher: object;
  };
}

interface InsideChannel {
  readonly incoming: { window: number };
  readonly outgoing: { readonly id: number; readonly state: string };
}

/** Sends a keepalive request; calls back when anything answers it. Without the inner parts it never answers. */
export function ping(client: Client, onAnswer: (isAlive: boolean) => void): void {
  const inside = insideOf(client);
  if (!inside) return;
  // Answers come in the order of the requests; ssh2's own keepalive queues its callbacks in the same list.
  inside._callbacks.push((failure) => onAnswer(!(failure instanceof Error)));
  inside._protocol.ping();
}

/** Makes channels opened from now on begin with this window instead of ssh2's 2 MiB, and take larger packets; says whether it could. */
export function setFirstWindow(client: Client, bytes: number): boolean {
  const protocol = insideOf(client)?._protocol;
  if (!protocol) return false;
  const original = protocol.directTcpip;
  protocol.directTcpip = (channel, _window, packetSize, where) => {
    const isOurs = isGcmDecipher(protocol._decipher); // a key exchange can't change it: both sides offer the same again
    original.call(protocol, channel, bytes, isOurs ? largestData : packetSize, where);
  };
  return true;
}

/** Takes the refilling of a channel's window out of ssh2's hands; returns what grants the other side more bytes. */
export function takeOverWindow(client: Client, channel: ClientChannel): (bytes: number) => void {
  const inside = insideOf(client);
  const { incoming, outgoing } = channel as unknown as InsideChannel; // as Channel.js of 1.17 has it
  // ssh2 refills 2 MiB at half, and drops data at zero; an infinite window keeps it from doing either.
  incoming.window = Number.POSITIVE_INFINITY;
  return (bytes) => {
    if (outgoing.state === 'open' || outgoing.state === 'eof') inside?._protocol.channelWindowAdjust(outgoing.id, bytes);
  };
}

/**
 * Lets our own code seal and open packets in AES-GCM. To be called before the first key exchange. Each brings new ciphers, and a
 * larger packet can come in the same read as the end of one, so they are prepared where ssh2 puts them.
 */
export function takeOverPackets(client: Client): void {
  const protocol = insideOf(client)?._protocol;
  if (!protocol) return;
  prepareEach(protocol, '_cipher', (cipher) => isGcmCipher(cipher) && sealOurselves(cipher));
  prepareEach(protocol, '_decipher', (decipher) => isGcmDecipher(decipher) && openOurselves(decipher));
}

function prepareEach(protocol: Inside['_protocol'], name: '_cipher' | '_decipher', prepare: (part: object) => unknown): void {
  let current = protocol[name];
  Object.defineProperty(protocol, name, {
    get: () => current,
    set: (next: object) => {
      prepare(next);
      current = next;
    },
  });
}

/** Whether what the socket reads is copied before it is kept: it is while decrypting in JavaScript, but not before the first key exchange. */
export function copiesWhatItReads(client: Client): boolean {
  const decipher = insideOf(client)?._protocol._decipher;
  return decipher !== undefined && '_decipherInstance' in decipher;
}

function insideOf(client: Client): Inside | undefined {
  const { _callbacks, _protocol } = client as unknown as Partial<Inside>;
  const isThere =
    Array.isArray(_callbacks) &&
    typeof _protocol?.ping === 'function' &&
    typeof _protocol.channelWindowAdjust === 'function' &&
    typeof _protocol.directTcpip === 'function';
  return isThere ? (client as unknown as Inside) : undefined;
}
