import { expect, test } from 'vitest';
import { createBodyRecord } from '../../../../electron/core/local-api/inspector/body-record.ts';
import { createRedactor } from '../../../../electron/core/shared/redactor.ts';

test('redacts a body once, and again only if it grew or another secret became known', () => {
  const redactor = createRedactor();
  let count = 0;
  const redact = (value: unknown): unknown => {
    count += 1;
    return redactor.redact(value);
  };
  const body = createBodyRecord({ ...redactor, redact });
  body.add(Buffer.from('my pet is '));
  expect([body.read(), body.read(), count]).toEqual(['my pet is ', 'my pet is ', 1]);
  body.add(Buffer.from('rumpelstiltskin'));
  expect([body.read(), body.read(), count]).toEqual(['my pet is rumpelstiltskin', 'my pet is rumpelstiltskin', 2]);
  redactor.learn('rumpelstiltskin');
  expect([body.read(), body.read(), count]).toEqual(['my pet is [redacted]', 'my pet is [redacted]', 3]);
});
