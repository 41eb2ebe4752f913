import { expect, test } from 'vitest';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import { createTokenReader } from '../../../electron/core/connection/tokens.ts';

const never = new AbortController().signal;

/** Creates a keychain that answers when the test tells it to. */
function keychain() {
  const asked: PromiseWithResolvers<Result<string | null>>[] = [];
  const reader = createTokenReader(() => {
    const next = Promise.withResolvers<Result<string | null>>();
    asked.push(next);
    return next.promise;
  });
  return { reader, asked, answer: (result: Result<string | null>) => asked.at(-1)?.resolve(result) };
}

test('shares one keychain read among requests until it is forgotten', async () => {
  const { reader, asked, answer } = keychain();
  const both = Promise.all([reader.read(never), reader.read(never)]);
  answer(ok('one'));
  expect([...(await both), await reader.read(never)]).toEqual([ok('one'), ok('one'), ok('one')]);
  expect(asked).toHaveLength(1);
  reader.forget();
  const again = reader.read(never);
  answer(ok('two'));
  expect([await again, asked.length]).toEqual([ok('two'), 2]);
});

test('stops waiting for an aborted request, and the next one still gets the token', async () => {
  const { reader, asked, answer } = keychain();
  const leaving = new AbortController();
  const left = reader.read(leaving.signal);
  const stayed = reader.read(never);
  leaving.abort();
  expect(await left).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
  answer(ok('one'));
  expect([await stayed, asked.length]).toEqual([ok('one'), 1]);
});

test('reads again after a failure or a missing token', async () => {
  const { reader, asked, answer } = keychain();
  for (const result of [failed('keychain-locked', 'Locked.', 'Unlock it.'), ok(null), ok('one')]) {
    const read = reader.read(never);
    answer(result);
    expect(await read).toEqual(result);
  }
  expect(asked).toHaveLength(3);
});
