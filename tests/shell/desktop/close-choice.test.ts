import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { Settings } from '../../../electron/contract/settings.ts';
import { createCloseChoice, hideWindow, type CloseAnswer } from '../../../electron/shell/desktop/close-choice.ts';
import { eventually } from '../../support/eventually.ts';

/** Creates a window with a user who gives these answers in turn. Records what happened. */
function playClosing(...answers: readonly CloseAnswer[]) {
  const left = [...answers];
  const happened: string[] = [];
  let onClose: Settings['desktop']['onClose'] = 'ask';
  const close = createCloseChoice({
    read: () => onClose,
    save: async (answer) => void (onClose = answer),
    ask: async () => {
      happened.push('asked');
      return left.shift() ?? 'cancel';
    },
    hide: () => void happened.push('hidden'),
    quit: () => void happened.push('quit'),
  });
  return { close, happened, saved: () => onClose };
}

test('asks once, then hides the window when the user keeps it running', async () => {
  const { close, happened, saved } = playClosing('keep-running');
  close();
  await eventually(() => expect(happened).toEqual(['asked', 'hidden']));
  expect(saved()).toBe('keep-running');
  close();
  expect(happened).toEqual(['asked', 'hidden', 'hidden']);
});

test('asks once, then quits when the user chooses to (catches macOS, where a closed window leaves the program running)', async () => {
  const { close, happened } = playClosing('quit');
  close();
  await eventually(() => expect(happened).toEqual(['asked', 'quit']));
  close();
  expect(happened).toEqual(['asked', 'quit', 'quit']);
});

test('keeps the window after Cancel, and asks nothing while the question is open', async () => {
  let asked = 0;
  const close = createCloseChoice({
    read: () => 'ask',
    save: expect.unreachable,
    ask: () => {
      asked += 1;
      return asked === 1 ? Promise.resolve('cancel') : new Promise(() => undefined); // the question stays open
    },
    hide: expect.unreachable,
    quit: expect.unreachable,
  });
  close();
  close();
  expect(asked).toBe(1);
  await eventually(() => {
    close();
    expect(asked).toBe(2);
  });
});

/** A window in full screen, which it leaves later than it is asked to. */
function fullScreenWindow() {
  const events = new EventEmitter();
  const happened: string[] = [];
  const window = {
    isFullScreen: () => true,
    setFullScreen: (flag: boolean) => void happened.push(`full screen ${flag}`),
    once: (event: string, listener: () => void) => events.once(event, listener),
    hide: () => void happened.push('hidden'),
  };
  return { window, happened, leave: () => events.emit('leave-full-screen') };
}

test('leaves full screen before it hides on macOS, where a black screen would remain', () => {
  const { window, happened, leave } = fullScreenWindow();
  hideWindow(window, 'darwin');
  expect(happened).toEqual(['full screen false']);
  leave();
  expect(happened).toEqual(['full screen false', 'hidden']);
});

test.each([
  ['in full screen elsewhere', {}, 'linux'],
  ['without full screen on macOS', { isFullScreen: () => false }, 'darwin'],
] as const)('hides at once %s', (_, change, platform) => {
  const { window, happened } = fullScreenWindow();
  hideWindow({ ...window, ...change }, platform);
  expect(happened).toEqual(['hidden']);
});
