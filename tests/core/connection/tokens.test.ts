import { expect, test } from 'vitest';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import { createTokenReader } from '../../../electron/core/connection/tokens.ts';

const never = new AbortController().signal;

/** Creates a keychain that answers when the test tells it to. */
function keychain() {
  const asked: PromiseWithResolvers<Result<string | null>>[] = [];
  const clock = { time: 0, now: () => clock.time };
  const reader = createTokenReader(() => {
    const next = Promise.withResolvers<Result<string | null>>();
    asked.push(next);
    return next.promise;
  }, clock);
  return { reader, asked, clock, answer: (result: Result<string | null>) => asked.at(-1)?.resolve(result) };
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

test('keeps a rejected token if the keychain can’t be read, and asks ever more rarely for the same (catches a prompt every few seconds)', async () => {
  const { reader, asked, clock, answer } = keychain();
  const readAfter = async (seconds: number, result: Result<string | null>): Promise<Result<string | null>> => {
    clock.time += seconds * 1000;
    reader.reject();
    const read = reader.read(never);
    answer(result);
    return read;
  };
  expect(await readAfter(0, ok('mine'))).toEqual(ok('mine'));
  expect(await readAfter(5, failed('keychain-locked', 'Locked.', 'Unlock it.'))).toEqual(ok('mine'));
  expect(asked).toHaveLength(2);
  for (let second = 0; second < 120; second += 1) expect(await readAfter(1, ok('mine'))).toEqual(ok('mine'));
  expect(asked).toHaveLength(5); // after 10, 20 and 40 seconds
  expect(await readAfter(600, ok(null)), 'deleted meanwhile').toEqual(ok(null));
});

test('reads a rejected token once, however many requests were rejected (catches a prompt for each)', async () => {
  const { reader, asked, clock, answer } = keychain();
  const first = reader.read(never);
  answer(ok('old'));
  await first;
  clock.time += 60_000;
  const reads = Array.from({ length: 8 }, () => {
    reader.reject();
    return reader.read(never);
  });
  answer(ok('new'));
  expect(new Set((await Promise.all(reads)).map((read) => read.ok && read.value))).toEqual(new Set(['new']));
  expect(asked).toHaveLength(2);
});

test('reads a rejected token again, but not with every request (catches a prompt for each)', async () => {
  const { reader, asked, clock, answer } = keychain();
  const first = reader.read(never);
  reader.reject(); // an older one
  answer(ok('old'));
  expect(await first).toEqual(ok('old'));
  clock.time += 60_000;
  expect(await reader.read(never)).toEqual(ok('old'));
  reader.reject();
  const second = reader.read(never);
  reader.reject(); // the old one once more, by another request
  answer(ok('still old'));
  expect([await second, asked.length]).toEqual([ok('still old'), 2]);
  reader.reject();
  expect([await reader.read(never), asked.length]).toEqual([ok('still old'), 2]);
  clock.time += 60_000;
  const third = reader.read(never);
  answer(ok('new'));
  expect([await third, asked.length]).toEqual([ok('new'), 3]);
  clock.time += 60_000;
  expect([await reader.read(never), asked.length]).toEqual([ok('new'), 3]);
});
