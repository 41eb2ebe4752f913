import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  createReceiveWindow,
  createWindowBudget,
  type WindowBudget,
  initialWindow,
} from '../../../../electron/core/tunnel/ssh2/ssh2-internals.ts';

const mebibyte = 1024 * 1024;

/** Creates a channel whose sender uses everything it is granted. */
function channelIn(budget: WindowBudget) {
  let granted = initialWindow;
  let unread = 0;
  const window = createReceiveWindow(budget, (bytes) => void (granted += bytes));
  return {
    window,
    send: (bytes: number) => {
      const sent = Math.min(bytes, granted);
      if (sent === 0) return;
      granted -= sent;
      unread += sent;
      window.onReceived(sent, unread);
    },
    read: (bytes: number) => {
      unread -= Math.min(bytes, unread);
      window.onRead(unread);
    },
    held: () => unread + granted,
    granted: () => granted,
  };
}

describe('receive window', () => {
  test('grows to 8 MiB, and not beyond, for a reader that keeps up', () => {
    const channel = channelIn(createWindowBudget());
    for (let packet = 0; packet < 4000; packet += 1) {
      channel.send(32 * 1024);
      channel.read(32 * 1024);
    }
    expect(channel.granted()).toBeGreaterThan(7 * mebibyte);
    expect(channel.granted()).toBeLessThanOrEqual(8 * mebibyte);
  });

  test('is refilled long before it is empty, so that the sender doesn’t wait', () => {
    const channel = channelIn(createWindowBudget());
    for (let packet = 0; packet < 100; packet += 1) {
      channel.send(32 * 1024);
      channel.read(32 * 1024);
      expect(channel.granted()).toBeGreaterThan(initialWindow / 2);
    }
  });

  test('never exceeds 64 MiB for 100 readers, and released memory can be used again', () => {
    const step = fc.record({ at: fc.nat(99), send: fc.nat(mebibyte), read: fc.nat(mebibyte) });
    fc.assert(
      fc.property(fc.array(step, { minLength: 200, maxLength: 2000 }), (steps) => {
        const budget = createWindowBudget();
        const before = budget.available();
        const channels = Array.from({ length: 100 }, () => channelIn(budget));
        for (const { at, send, read } of steps) {
          channels[at]?.send(send);
          channels[at]?.read(read);
          channels[at % 5]?.send(send); // some are much busier
          channels[at % 5]?.read(send);
        }
        expect(channels.reduce((sum, channel) => sum + channel.held(), 0)).toBeLessThan(64 * mebibyte);
        for (const { window } of channels) window.close();
        expect(budget.available()).toBe(before);
      }),
      { numRuns: 20 },
    );
  });
});
