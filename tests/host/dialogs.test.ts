import { expect, test } from 'vitest';
import { ok } from '../../electron/contract/failure.ts';
import { oneAtATime } from '../../electron/host/dialogs.ts';
import { fakeDialogs } from '../support/fake-dialogs.ts';

const question = { message: '', detail: '', yes: '' };

// Otherwise a hostile page could leave the user with a thousand dialogs to close.
test('cancels a dialog while another is open, and allows the next one afterwards', async () => {
  let close: (isYes: boolean) => void = () => undefined;
  const inner = fakeDialogs({ file: 'a', answer: () => new Promise((resolve) => (close = resolve)) });
  const dialogs = oneAtATime(inner);
  const first = dialogs.confirm(question);
  expect(
    await Promise.all([
      dialogs.confirm(question),
      dialogs.chooseFileToOpen('', [], 1),
      dialogs.chooseFileToSave('', '', { name: '', extensions: [] }),
    ]),
  ).toEqual([false, ok(null), null]);
  close(true);
  expect(await first).toBe(true);
  expect(await dialogs.chooseFileToOpen('', [], 1)).toMatchObject({ ok: true, value: { path: 'a' } });
  expect(inner.asked).toHaveLength(1);
});

test('allows the next dialog after one has failed', async () => {
  const dialogs = oneAtATime(fakeDialogs({ file: 'a', answer: () => Promise.reject(new Error('no display')) }));
  await expect(dialogs.confirm(question)).rejects.toThrow('no display');
  expect(await dialogs.chooseFileToOpen('', [], 1)).toMatchObject({ ok: true, value: { path: 'a' } });
});
