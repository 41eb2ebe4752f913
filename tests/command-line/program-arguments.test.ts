import { expect, test } from 'vitest';
import { readOptions } from '../../electron/headless/options.ts';
import { canAskInTerminal, headlessChromiumFlags, onlyAsks, programArguments } from '../../electron/command-line/program-arguments.ts';

test('ignores the flags that Electron needs as root or without a display', () => {
  const commandLine = ['/opt/Causeway/causeway', ...headlessChromiumFlags, '--no-sandbox', '--headless', '--check', '--disable-gpu'];
  expect(readOptions(programArguments(commandLine, true))).toMatchObject({ ok: true, value: { isCheck: true } });
});

test('ignores the program’s folder when run from the sources', () =>
  expect(programArguments(['electron', '--no-sandbox', '/home/mara/causeway', '--headless', '--json'], false)).toEqual([
    '--headless',
    '--json',
  ]));

test('rejects any other unknown flag', () =>
  expect(readOptions(programArguments(['causeway', '--headless', '--no-such-thing'], true)).ok).toBe(false));

test('can’t ask in a terminal in Electron on Windows, whose input is always at its end', () => {
  const versions = { ...process.versions, electron: '45.0.0' };
  expect(canAskInTerminal({ platform: 'win32', versions })).toBe(false);
  expect(canAskInTerminal({ platform: 'darwin', versions })).toBe(true);
  expect(canAskInTerminal({ platform: 'win32', versions: process.versions })).toBe(true);
});

test('knows the commands that do nothing but ask', () => {
  const asking = ['--browser --approve', '--headless --init', '--headless --init --profile lab.json'];
  const others = [
    '--headless --init --service https://x.example',
    '--headless --init --service=https://x.example',
    '--browser',
    '--headless',
  ];
  expect([...asking, ...others].filter((command) => onlyAsks(command.split(' ')))).toEqual(asking);
});
