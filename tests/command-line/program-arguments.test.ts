import { expect, test } from 'vitest';
import { readOptions } from '../../electron/headless/options.ts';
import { headlessChromiumFlags, programArguments } from '../../electron/command-line/program-arguments.ts';

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
