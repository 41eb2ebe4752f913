import { expect, test } from 'vitest';
import { createApprovals } from '../../../renderer/browser/approvals.ts';

const port = { kind: 'port', port: 4321 } as const;

function setUp(canOpenWindow: boolean) {
  const opened: string[] = [];
  const approvals = createApprovals({
    openWindow: (address) => opened.push(address),
    canOpenWindow: () => canOpenWindow,
    address: () => ({ protocol: 'http:', hostname: '127.0.0.1' }),
  });
  return { approvals, opened };
}

test('opens one window for all pending questions, and another for later ones (catches a window per question)', () => {
  const { approvals, opened } = setUp(true);
  approvals.update(['a'], port);
  approvals.update(['a', 'b'], port);
  approvals.update(['b'], port);
  expect(opened).toEqual(['http://127.0.0.1:4321/']);
  approvals.update([], port);
  expect(approvals.read()).toBeUndefined();
  approvals.update(['c'], port);
  expect(opened).toHaveLength(2);
});

test('waits for a click when the browser would block a window', () => {
  const { approvals, opened } = setUp(false);
  approvals.update(['a'], port);
  expect(opened).toEqual([]);
  approvals.open();
  expect(opened).toEqual(['http://127.0.0.1:4321/']);
});

test('opens no window for questions at the terminal', () => {
  const { approvals, opened } = setUp(true);
  approvals.update(['a'], { kind: 'terminal', flags: '--browser --approve' });
  approvals.open();
  expect(opened).toEqual([]);
  expect(approvals.read()).toEqual({ at: { kind: 'terminal', flags: '--browser --approve' } });
});
