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
  protocol.directTcpip = (channel, _window, packetSize, where) => original.call(protocol, channel, bytes, packetSize, where);
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

/** Manages one channel's receive window. */
export type ReceiveWindow = ReturnType<typeof createReceiveWindow>;

/** Creates the window. `grant` allows the peer to send more bytes. */
export function createReceiveWindow(budget: WindowBudget, grant: (bytes: number) => void) {
  const reservation = budget.reserve();
  let plan = initialPlan;
  let granted = initialWindow;
  let isClosed = false;

  const topUp = (unread: number): void => {
    if (isClosed) return;
    const more = windowRefill(plan, granted, unread);
    if (more > 0) {
      granted += more;
      grant(more);
    }
    reservation.resize(Math.max(plan.size, granted + unread)); // a plan can shrink at once, but granted bytes can't be taken back
  };

  return {
    /** Called when bytes arrive. `unread` counts all bytes the reader has not consumed. */
    onReceived: (bytes: number, unread: number): void => {
      granted -= bytes;
      plan = replan(plan, bytes, unread, budget.available());
      topUp(unread);
    },
    /** Called when the reader has consumed bytes. */
    onRead: topUp,
    close: (): void => {
      isClosed = true;
      reservation.release();
    },
  };
}

/** The planned size of a channel's receive window. */
interface WindowPlan {
  /** How many bytes may be in transit or unread. */
  readonly size: number;
  /** Bytes the reader has consumed since the last growth or stall. */
  readonly consumed: number;
}

/** With this, 100 stalled readers hold 25 MiB. */
export const initialWindow = 256 * 1024;
/** Enough for 124 MiB/s at 40 ms. More would only cost memory. */
const maxWindow = 8 * 1024 * 1024;
/** Small enough that the sender never waits, large enough to be worth a message. */
const minRefill = 64 * 1024;

/** The plan of a new channel. */
const initialPlan: WindowPlan = { size: initialWindow, consumed: 0 };

/**
 * Plans the window after `bytes` arrived and `unread` are not read. Doubles it, within `available`, for a reader that has consumed a
 * whole window without falling behind. Halves it for a reader that leaves half a window unread.
 */
function replan(plan: WindowPlan, bytes: number, unread: number, available: number): WindowPlan {
  if (unread > plan.size / 2) return { size: Math.max(initialWindow, plan.size / 2), consumed: 0 };
  const consumed = plan.consumed + bytes;
  if (consumed < plan.size) return { ...plan, consumed: consumed };
  const growth = Math.min(plan.size, maxWindow - plan.size, available);
  return { size: plan.size + Math.max(0, growth), consumed: 0 };
}

/** Returns how many bytes to grant, or 0 until it is worth a message. */
function windowRefill(plan: WindowPlan, granted: number, unread: number): number {
  const missing = plan.size - granted - unread;
  return missing >= Math.max(minRefill, plan.size / 8) ? missing : 0;
}

/** With 100 initial windows this stays below 64 MiB, whatever the readers do. */
const budgetBytes = 32 * 1024 * 1024;

export type WindowBudget = ReturnType<typeof createWindowBudget>;

/** Creates the unused budget for growth that all channels of a session share. */
export function createWindowBudget() {
  let used = 0;
  return {
    available: (): number => budgetBytes - used,
    /** Reserves a channel's part. `resize` sets its maximum window, including granted bytes. */
    reserve: () => {
      let reserved = 0;
      const resize = (bytes: number): void => {
        const next = Math.max(0, bytes - initialWindow);
        used += next - reserved;
        reserved = next;
      };
      return { resize, release: () => resize(0) };
    },
  };
}
