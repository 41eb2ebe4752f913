import { expect, test } from 'vitest';
import { ok, type Result } from '../../../electron/contract/failure.ts';
import { failed } from '../../support/recorded-failure.ts';
import { createSyncedStore, valueOr } from '../../../renderer/state/synced-store.ts';

function setUp() {
  const answers: ((result: Result<string>) => void)[] = [];
  let emit: (value: string) => void = () => undefined;
  const store = createSyncedStore<string>(
    () => new Promise((resolve) => answers.push(resolve)),
    (listener) => {
      emit = listener;
    },
  );
  const answer = async (nth: number, result: Result<string>) => {
    answers[nth]?.(result);
    await new Promise(setImmediate);
  };
  return { store, answer, emit: (value: string) => emit(value) };
}

test('keeps an event when an older response arrives after it (catches news that vanish)', async () => {
  const { store, answer, emit } = setUp();
  emit('new');
  await answer(0, ok('old'));
  expect(store.read()).toEqual({ state: 'known', value: 'new' });
});

test('reports a failed read and can read again (catches a screen that loads for ever)', async () => {
  const { store, answer } = setUp();
  expect(valueOr(store.read(), 'none')).toBe('none');
  await answer(0, failed('storage', 'No.', 'Try.'));
  expect(store.read()).toMatchObject({ state: 'failed' });
  void store.reload();
  await answer(1, ok('there'));
  expect(valueOr(store.read(), 'none')).toBe('there');
});
