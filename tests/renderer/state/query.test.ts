import { expect, test } from 'vitest';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import { createQuery } from '../../../renderer/state/query.ts';

function setUp() {
  const answers: ((result: Result<string>) => void)[] = [];
  const query = createQuery<string>(() => new Promise((resolve) => answers.push(resolve)));
  const answer = async (nth: number, result: Result<string>) => {
    answers[nth]?.(result);
    await new Promise(setImmediate);
    return query.read();
  };
  void query.reload('a');
  return { query, answer };
}

test('keeps a newer value and a change when an older reply arrives after them (catches news that vanish)', async () => {
  const { query, answer } = setUp();
  query.set('new');
  query.change((value) => `${value}er`);
  expect(await answer(0, ok('old'))).toEqual({ key: 'a', value: 'newer' });
  void query.reload('a');
  query.change((value) => `${value}, changed`);
  expect(await answer(1, ok('read again'))).toEqual({ key: 'a', value: 'read again, changed' });
});

test('reports a failed read and can read again (catches a screen that loads for ever)', async () => {
  const { query, answer } = setUp();
  expect(await answer(0, failed('storage', 'No.', 'Try.'))).toMatchObject({ failure: { code: 'storage' } });
  void query.reload('a');
  expect(await answer(1, ok('there'))).toEqual({ key: 'a', value: 'there' });
});

test('shows only the latest read, and no failure of another one (catches an answer to an earlier question)', async () => {
  const { query, answer } = setUp();
  void query.reload('b');
  await answer(0, ok('of a'));
  expect(await answer(1, ok('of b'))).toEqual({ key: 'b', value: 'of b' });
  void query.reload('c');
  expect(await answer(2, failed('storage', 'No.', 'Try.'))).toMatchObject({ key: 'c', value: undefined });
});
