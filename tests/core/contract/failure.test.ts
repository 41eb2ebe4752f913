import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ok } from '../../../electron/contract/failure.ts';
import { reviveResult } from '../../../electron/contract/failures/fail.ts';
import { failed } from '../../support/recorded-failure.ts';

test('revives results after structured cloning', () => {
  expect(reviveResult(structuredClone(ok({ a: [1, undefined] })))).toEqual(ok({ a: [1, undefined] }));
  expect(reviveResult(structuredClone(failed('storage', 'No room.', 'Make some.')))).toEqual(failed('storage', 'No room.', 'Make some.'));
});

test('turns anything else into a failure, never an exception or a false success', () =>
  fc.assert(
    fc.property(fc.anything(), (value) => {
      const isEnvelope = typeof value === 'object' && value !== null && 'ok' in value && value.ok === true && 'value' in value;
      fc.pre(!isEnvelope);
      expect(reviveResult(value)).toMatchObject({ ok: false });
    }),
  ));
