import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { EventMessage } from '../../electron/contract/events.ts';
import { createEventBatcher } from '../../electron/host/event-batcher.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const event: EventMessage = { event: 'window.command', payload: 'go-chat' };

test('sends the first event at once and later ones in batches, in order', () => {
  const batches: (readonly EventMessage[])[] = [];
  const batcher = createEventBatcher((batch) => batches.push(batch));
  batcher.push(event);
  expect(batches).toEqual([[event]]);
  for (let millisecond = 0; millisecond < 160; millisecond += 1) {
    batcher.push({ event: 'window.command', payload: millisecond % 2 === 0 ? 'go-chat' : 'go-settings' });
    vi.advanceTimersByTime(1);
  }
  vi.advanceTimersByTime(100);
  expect(batches.length).toBeLessThanOrEqual(1 + 160 / 2 + 1);
  const payloads = batches
    .flat()
    .slice(1)
    .map(({ payload }) => payload);
  expect(payloads).toEqual(Array.from({ length: 160 }, (_, n) => (n % 2 === 0 ? 'go-chat' : 'go-settings')));
});

test('sends nothing after it was stopped', () => {
  const batches: unknown[] = [];
  const batcher = createEventBatcher((batch) => batches.push(batch));
  batcher.push(event);
  batcher.push(event);
  batcher.stop();
  vi.advanceTimersByTime(100);
  expect(batches).toHaveLength(1);
});
