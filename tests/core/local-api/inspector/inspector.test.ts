import { expect, test } from 'vitest';
import { createRedactor } from '../../../../electron/core/shared/redactor.ts';
import { createInspector } from '../../../../electron/core/local-api/inspector/inspector.ts';

test('truncates long request heads', () => {
  const clock = { now: () => 0 };
  const inspector = createInspector({ clock, steadyClock: clock, redactor: createRedactor(), onRequests: () => undefined });
  const note = inspector.open({ method: 'POST', path: `/${'p'.repeat(9000)}`, userAgent: 'u'.repeat(9000) });
  note.setDestination('direct', 'm'.repeat(9000));
  inspector.close();
  const [request] = inspector.list();
  expect([request?.path.length, request?.userAgent.length, request?.model?.length]).toEqual([500, 200, 200]);
});
