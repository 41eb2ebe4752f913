import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runProcess, shutdownTimeoutMs } from '../../electron/command-line/run-process.ts';

const source = new URL('../../electron/command-line/run-process.ts', import.meta.url).href;
/** Says when it starts, and prints after its standard input is closed. Ends with 5. */
const program = `
  import { runProcess } from '${source}';
  process.exitCode = await runProcess(async () => {
    console.log('ready');
    for await (const _ of process.stdin);
    for (let count = 0; count < 3; count += 1) {
      process.stdout.write('to nobody');
      process.stderr.write('to nobody');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    return 5;
  });`;

test('finishes its work after the reader of its output has ended (`causeway --headless | tee log`)', async () => {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program]);
  const ended = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.end();
  expect(await ended).toEqual([5, null]);
});

test.each([
  ['at the second signal', () => process.emit('SIGHUP', 'SIGHUP')],
  ['25 s after the first', () => vi.advanceTimersByTime(shutdownTimeoutMs)],
])('forces the program to end %s', async (_, force) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const others = process.listeners('SIGHUP');
  onTestFinished(() => {
    vi.useRealTimers();
    for (const listener of process.listeners('SIGHUP')) if (!others.includes(listener)) process.off('SIGHUP', listener);
  });
  let isForced = (): boolean => false;
  const ended = runProcess(async ({ forceShutdown }) => {
    isForced = () => forceShutdown.aborted;
    await once(forceShutdown, 'abort');
    return 3;
  });
  process.emit('SIGHUP', 'SIGHUP');
  expect(isForced()).toBe(false);
  force();
  expect(await ended).toBe(3);
});
