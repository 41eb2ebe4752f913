import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import { createAttempt, createReport } from '../../../renderer/state/report-failure.ts';
import type { ToastMessage, Toaster } from '../../../renderer/ui/toaster.tsx';

function setUp() {
  const toasts: ToastMessage[] = [];
  // Only the toasts' content matters here. The region that renders them is missing.
  const report = createReport({ show: (toast: ToastMessage) => void toasts.push(toast) } as unknown as Toaster);
  return { toasts, attempt: createAttempt(report) };
}

test('reports a failure once, with its remedy, and returns it (catches a failure that nobody sees)', async () => {
  const { toasts, attempt } = setUp();
  expect(await attempt(Promise.resolve(failed('storage', 'The disk is full.', 'Make room.')))).toMatchObject({ ok: false });
  expect(toasts).toEqual([{ tone: 'error', title: 'The disk is full.', description: 'Make room.' }]);
});

test('reports neither a success nor a cancelled action', async () => {
  const { toasts, attempt } = setUp();
  expect(await attempt(Promise.resolve(ok(1)))).toEqual(ok(1));
  await attempt(Promise.resolve(failed('cancelled', 'This was cancelled.', '')));
  expect(toasts).toEqual([]);
});
