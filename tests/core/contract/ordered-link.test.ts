import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createOrderedLink, type LinkFrame, type OrderedLink } from '../../../electron/contract/ordered-link.ts';

/** Creates two ends and the connections between them. A cut loses everything in transit. */
function connectedPair() {
  const arrived = { left: [] as number[], right: [] as number[] };
  const left = createOrderedLink<number, number>({ deliver: (message) => arrived.left.push(message), receiptEvery: 4 });
  const right = createOrderedLink<number, number>({ deliver: (message) => arrived.right.push(message), receiptEvery: 1 });
  let wires: { toLeft: LinkFrame<number>[]; toRight: LinkFrame<number>[] } = { toLeft: [], toRight: [] };

  const cut = (): void => {
    left.disconnect();
    right.disconnect();
    wires = { toLeft: [], toRight: [] };
  };
  const connect = (): void => {
    cut();
    const own = wires;
    left.connect((frame) => own.toRight.push(frame), right.got());
    right.connect((frame) => own.toLeft.push(frame), left.got());
  };
  const carry = (to: OrderedLink<number, number>, wire: LinkFrame<number>[]): void => {
    const frame = wire.shift();
    if (frame) to.receive(frame);
  };
  return {
    left,
    right,
    arrived,
    cut,
    connect,
    carryToLeft: () => carry(left, wires.toLeft),
    carryToRight: () => carry(right, wires.toRight),
    settle: () => {
      while (wires.toLeft.length + wires.toRight.length > 0) {
        carry(left, wires.toLeft);
        carry(right, wires.toRight);
      }
    },
  };
}

const step = fc.constantFrom('send-left', 'send-right', 'carry-left', 'carry-right', 'cut', 'connect');

// catches a message that is lost or doubled when a connection breaks
test('delivers every message once and in order, wherever connections are cut', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const pair = connectedPair();
      const sent = { left: [] as number[], right: [] as number[] };
      pair.connect();
      for (const [index, name] of steps.entries()) {
        if (name === 'send-left') sent.left.push(index);
        if (name === 'send-right') sent.right.push(index);
        const carryOut = {
          'send-left': () => pair.left.send(index),
          'send-right': () => pair.right.send(index),
          'carry-left': pair.carryToLeft,
          'carry-right': pair.carryToRight,
          cut: pair.cut,
          connect: pair.connect,
        } as const;
        carryOut[name]();
      }
      pair.connect();
      pair.settle();
      expect(pair.arrived).toEqual({ left: sent.right, right: sent.left });
    }),
    { numRuns: 500 },
  );
});

test('drops confirmed messages', () => {
  const pair = connectedPair();
  pair.connect();
  for (let number = 0; number < 1000; number += 1) {
    pair.right.send(number);
    pair.settle();
  }
  expect(pair.right.unconfirmed().length).toBeLessThan(4);
  pair.cut();
  pair.left.send(1);
  expect(pair.left.unconfirmed()).toEqual([1]);
});

test('drops a frame that skips a message, so that a reconnect delivers both', () => {
  const arrived: string[] = [];
  const link = createOrderedLink<string, string>({ deliver: (message) => arrived.push(message), receiptEvery: 1 });
  link.receive({ got: 0, number: 2, message: 'second' });
  expect([arrived, link.got()]).toEqual([[], 0]);
  link.receive({ got: 0, number: 1, message: 'first' });
  link.receive({ got: 0, number: 2, message: 'second' });
  link.receive({ got: 0, number: 2, message: 'second' });
  expect([arrived, link.got()]).toEqual([['first', 'second'], 2]);
});
