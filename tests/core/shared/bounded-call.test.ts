import { expect, test } from 'vitest';
import { createBoundedCall } from '../../../electron/core/shared/bounded-call.ts';

/** Blocks the thread without using its processor, as a busy machine does. */
function stall(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}

test('returns what the call returns, and what it throws', () => {
  const half = createBoundedCall((value: number) => {
    if (value % 2 === 1) throw new Error('odd');
    return value / 2;
  }, 100);
  expect(half(4)).toEqual({ kind: 'value', value: 2 });
  expect(half(3)).toMatchObject({ kind: 'threw', error: { message: 'odd' } });
});

test('ends a call that uses its whole time', () => {
  const match = createBoundedCall((text: string) => /^(a+)+$/.test(text), 50);
  expect(match(`${'a'.repeat(40)}!`)).toEqual({ kind: 'too-slow' });
  expect(match('aaa')).toEqual({ kind: 'value', value: true });
});

// catches a valid tool call that is refused because the machine was busy for half a second
test('repeats a call that the machine was too busy for', () => {
  let calls = 0;
  const slow = createBoundedCall(() => {
    calls += 1;
    if (calls === 1) stall(400);
    return 'done';
  }, 100);
  expect(slow(undefined)).toEqual({ kind: 'value', value: 'done' });
  expect(calls).toBe(2);
});

test('ends a call that never comes to its end on a busy machine', () => {
  const never = createBoundedCall(() => stall(60_000), 10);
  expect(never(undefined)).toEqual({ kind: 'too-slow' });
});
