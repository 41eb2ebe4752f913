import { expect, test } from 'vitest';
import { ok } from '../../../../electron/contract/failure.ts';
import { fail } from '../../../../electron/contract/failures/fail.ts';
import { createCall } from '../../../../renderer/bridge/bridge.ts';
import { createImageChecks } from '../../../../renderer/chat/images/image-checks.ts';
import { createFakeBridge } from '../../fake-bridge.ts';

test.each([
  [ok({ seesImages: true }), 'supported'],
  [ok({ seesImages: false }), 'unsupported'],
  [ok({ seesImages: null }), 'unknown'],
  [fail('request-invalid'), 'unknown'],
])('lets the service try a model once at a time (catches a request for each image)', async (answer, support) => {
  const fake = createFakeBridge();
  const checks = createImageChecks(createCall(fake));
  const checking = [checks.check('cloud proxy beta', 'beta'), checks.check('cloud proxy beta', 'beta')];
  expect(checks.read().get('cloud proxy beta')).toBe('checking');
  expect(fake.requests).toMatchObject([{ route: 'catalog.tryImages', input: { model: 'beta' } }]);
  fake.answer(0, answer);
  await Promise.all(checking);
  expect(checks.read().get('cloud proxy beta')).toBe(support);
});

test('tries a model again that didn’t tell (catches one that stays unknown until the window is reloaded)', async () => {
  const fake = createFakeBridge();
  const checks = createImageChecks(createCall(fake));
  const checking = checks.check('key', 'beta');
  fake.answer(0, ok({ seesImages: null }));
  await checking;
  const again = checks.check('key', 'beta');
  expect(checks.read().get('key')).toBe('checking');
  fake.answer(1, ok({ seesImages: true }));
  await again;
  expect(checks.read().get('key')).toBe('supported');
});
