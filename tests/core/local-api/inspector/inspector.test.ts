import { afterEach, expect, test, vi } from 'vitest';
import type { LocalApiRequest } from '../../../../electron/contract/local-api.ts';
import { createRedactor } from '../../../../electron/core/shared/redactor.ts';
import { createInspector } from '../../../../electron/core/local-api/inspector/inspector.ts';

afterEach(() => void vi.useRealTimers());

test('truncates long request heads', () => {
  const clock = { now: () => 0 };
  const inspector = createInspector({ clock, steadyClock: clock, redactor: createRedactor(), onRequests: () => undefined });
  const note = inspector.open({ method: 'POST', path: `/${'p'.repeat(9000)}`, userAgent: 'u'.repeat(9000) });
  note.setDestination('direct', 'm'.repeat(9000));
  inspector.close();
  const [request] = inspector.list();
  expect([request?.path.length, request?.userAgent.length, request?.model?.length]).toEqual([500, 200, 200]);
});

// A computer that is kept awake for a request would stay awake forever.
test('reports the end of every request, also of one that outlasts 500 others', () => {
  vi.useFakeTimers();
  const clock = { now: () => 0 };
  const active = new Set<number>();
  const onRequests = (requests: readonly LocalApiRequest[]): void => {
    for (const { id, durationMs } of requests) {
      if (durationMs === null) active.add(id);
      else active.delete(id);
    }
  };
  const inspector = createInspector({ clock, steadyClock: clock, redactor: createRedactor(), onRequests });
  const head = { method: 'POST', path: '/v1/chat/completions', userAgent: '' };
  const long = inspector.open(head);
  const others = Array.from({ length: 600 }, () => inspector.open(head));
  vi.runAllTimers();
  expect(active.size).toBe(601);
  for (const request of others) request.end();
  for (let burst = 0; burst < 600; burst += 1) inspector.open(head).end();
  vi.runAllTimers();
  expect([...active]).toEqual([1]);
  long.end();
  inspector.open(head).end();
  vi.runAllTimers();
  expect(active.size).toBe(0);
  expect(inspector.list()).toHaveLength(500);
});
