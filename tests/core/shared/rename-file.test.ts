import { expect, test } from 'vitest';
import { fail } from '../../../electron/contract/failures/fail.ts';
import { renameFileSync, writeFailure } from '../../../electron/core/shared/rename-file.ts';

test('tries a rename again on Windows alone, and only if a file is in use', () => {
  const failing = (code: string, count: number) => {
    let calls = 0;
    return {
      calls: () => calls,
      rename: () => {
        calls += 1;
        if (calls <= count) throw Object.assign(new Error(code), { code, syscall: 'rename' });
      },
    };
  };
  const attempts = (platform: NodeJS.Platform, code: string): number => {
    const { rename, calls } = failing(code, 2);
    try {
      renameFileSync('a', 'b', { platform, rename });
    } catch {}
    return calls();
  };
  expect(['EPERM', 'EACCES', 'EBUSY', 'ENOENT'].map((code) => attempts('win32', code))).toEqual([3, 3, 3, 1]);
  expect(attempts('linux', 'EBUSY')).toBe(1);
});

test('blames another program only for a file that Windows couldn’t replace', () => {
  const error = (syscall: string) => Object.assign(new Error('EPERM'), { code: 'EPERM', syscall });
  const other = fail('file-not-written', { file: 'a' });
  expect(writeFailure(error('rename'), 'a', other, 'win32')).toEqual(fail('file-in-use', { file: 'a' }));
  expect(writeFailure(error('open'), 'a', other, 'win32')).toBe(other);
  expect(writeFailure(error('rename'), 'a', other, 'linux')).toBe(other);
});
