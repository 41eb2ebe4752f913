import { expect, test } from 'vitest';
import { createScreenReaderConfirmation, createLastUserGesture } from '../../electron/host/user-activation.ts';
import { fakeDialogs } from '../support/fake-dialogs.ts';
import { hostText } from '../../electron/host/text.ts';

/** Creates a window, and a user who gives these answers to the system's dialogs. */
function openGesture({ isAssisted, answer }: { readonly isAssisted: boolean; readonly answer: boolean }) {
  let time = 0;
  const now = () => time;
  const noticed = createLastUserGesture(now);
  const dialogs = fakeDialogs({ answer: () => answer });
  const gesture = createScreenReaderConfirmation({
    lastGesture: noticed,
    hasScreenReader: () => isAssisted,
    confirm: dialogs.confirm,
    now,
  });
  return { gesture, asked: dialogs.asked, click: noticed.record, wait: (ms: number) => void (time += ms) };
}

test('asks about an action from a screen reader and accepts a yes once', async () => {
  const { gesture, asked } = openGesture({ isAssisted: true, answer: true });
  expect(await gesture.use('make a local key called “notebook”')).toBe('yes');
  expect(asked.map(({ message }) => message)).toEqual([hostText.confirm.message('make a local key called “notebook”')]);
  await gesture.use('show the folder of its logs');
  expect(asked).toHaveLength(2);
});

// A hostile page could otherwise pop up dialogs until one is answered by mistake.
test('asks nothing without a screen reader or after a click', async () => {
  const { gesture, asked, click } = openGesture({ isAssisted: false, answer: true });
  expect(await gesture.use('make a local key')).toBe('not-asked');
  click();
  expect(await gesture.use('make a local key')).toBe('yes');
  expect(asked).toEqual([]);
});

test('asks nothing after a key press with a screen reader', async () => {
  const { gesture, asked, click } = openGesture({ isAssisted: true, answer: false });
  click();
  expect(await gesture.use('make a local key')).toBe('yes');
  expect(asked).toEqual([]);
});

test('asks nothing for a minute after a no', async () => {
  const { gesture, asked, wait, click } = openGesture({ isAssisted: true, answer: false });
  expect(await gesture.use('make a local key')).toBe('no');
  wait(59_000);
  expect(await gesture.use('make a local key')).toBe('paused');
  expect(asked).toHaveLength(1);
  click();
  expect(await gesture.use('make a local key')).toBe('yes');
  wait(5000);
  expect(await gesture.use('make a local key')).toBe('no');
  expect(asked).toHaveLength(2);
});
