import { expect, test } from 'vitest';
import { readOptions } from '../../electron/headless/options.ts';
import { displayless, programWords } from '../../electron/command-line/program-words.ts';

test('what Electron needs to start as root, or without a display, is no wrong flag', () => {
  const commandLine = ['/opt/Causeway/causeway', ...displayless, '--no-sandbox', '--headless', '--check', '--disable-gpu'];
  expect(readOptions(programWords(commandLine, true))).toMatchObject({ ok: true, value: { isCheck: true } });
});

test('from the sources the folder of the program is none of its words', () => {
  expect(programWords(['electron', '--no-sandbox', '/home/mara/causeway', '--headless', '--json'], false)).toEqual([
    '--headless',
    '--json',
  ]);
});

test('any other unknown word is still a wrong flag', () => {
  expect(readOptions(programWords(['causeway', '--headless', '--no-such-thing'], true)).ok).toBe(false);
});
