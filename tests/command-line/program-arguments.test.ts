import { expect, test } from 'vitest';
import { readOptions } from '../../electron/headless/options.ts';
import { headlessChromiumFlags, programArguments } from '../../electron/command-line/program-arguments.ts';

test('what Electron needs to start as root, or without a display, is no wrong flag', () => {
  const commandLine = ['/opt/Causeway/causeway', ...headlessChromiumFlags, '--no-sandbox', '--headless', '--check', '--disable-gpu'];
  expect(readOptions(programArguments(commandLine, true))).toMatchObject({ ok: true, value: { isCheck: true } });
});

test('from the sources the folder of the program is none of its words', () => {
  expect(programArguments(['electron', '--no-sandbox', '/home/mara/causeway', '--headless', '--json'], false)).toEqual([
    '--headless',
    '--json',
  ]);
});

test('any other unknown word is still a wrong flag', () => {
  expect(readOptions(programArguments(['causeway', '--headless', '--no-such-thing'], true)).ok).toBe(false);
});
