import { expect, onTestFinished, test, vi } from 'vitest';
import { closeOnQuit } from '../../electron/shell/quit.ts';

/** Starts quitting with a core that closes when the test says so. Returns what happened, in order. */
function quit() {
  const happened: string[] = [];
  const note = (what: string) => (): void => void happened.push(what);
  const disposed = Promise.withResolvers<void>();
  let willQuit = (): void => undefined;
  const app = {
    on: (_event: 'will-quit', listener: (event: { readonly preventDefault: () => void }) => void) => {
      willQuit = () => listener({ preventDefault: note('prevent') });
    },
    exit: (code: number) => void happened.push(`exit ${code}`),
  };
  const log = { info: note('log'), warn: note('log'), error: note('log'), close: async () => undefined };
  closeOnQuit(app, { log, dispose: () => disposed.promise }, note('stop IPC'), note('release'));
  willQuit();
  return { happened, disposed, willQuit: () => willQuit() };
}

test('ends the process once the core is closed and the data folder is released', async () => {
  const { happened, disposed, willQuit } = quit();
  willQuit(); // again, while it is closing
  expect(happened).toEqual(['prevent', 'stop IPC', 'log', 'prevent']);
  disposed.resolve();
  await vi.waitFor(() => expect(happened.slice(4)).toEqual(['release', 'exit 0']));
});

test('gives a slow core 15 s to save and to end the programs of tools', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { happened } = quit();
  await vi.advanceTimersByTimeAsync(14_999);
  expect(happened).not.toContain('release');
  await vi.advanceTimersByTimeAsync(1);
  expect(happened.slice(-2)).toEqual(['release', 'exit 0']);
});
