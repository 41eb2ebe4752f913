import { expect, test } from 'vitest';
import { ok } from '../../../../electron/contract/failure.ts';
import { fail } from '../../../../electron/contract/failures/fail.ts';
import { createCall } from '../../../../renderer/bridge/bridge.ts';
import { createImageChecks } from '../../../../renderer/chat/images/image-checks.ts';
import { createFakeBridge } from '../../fake-bridge.ts';

test.each([
  [ok({ seesImages: true }), 'sees'],
  [ok({ seesImages: false }), 'unseeing'],
  [ok({ seesImages: null }), 'unknown'],
  [fail('request-invalid'), 'unknown'],
])('lets the service try a model once (catches a request for each image)', async (answer, sight) => {
  const fake = createFakeBridge();
  const checks = createImageChecks(createCall(fake));
  const checking = [checks.check('cloud proxy beta', 'beta'), checks.check('cloud proxy beta', 'beta')];
  expect(checks.read().get('cloud proxy beta')).toBe('checking');
  expect(fake.requests).toMatchObject([{ route: 'catalog.tryImages', input: { model: 'beta' } }]);
  fake.answer(0, answer);
  await Promise.all(checking);
  expect(checks.read().get('cloud proxy beta')).toBe(sight);
});
