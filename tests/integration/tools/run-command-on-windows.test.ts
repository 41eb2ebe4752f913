import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporary-folder.ts';

// read when cross-spawn is loaded
const { platform } = process;
Object.defineProperty(process, 'platform', { value: 'win32' });
afterAll(() => Object.defineProperty(process, 'platform', { value: platform }));
vi.stubEnv('comspec', String.raw`C:\Windows\System32\cmd.exe`);
const { isUnsafe, parseCommand, runCommand } = await import('../../../electron/core/tools/bindings/run-command.ts');

/** Creates a folder with npx.CMD and git.EXE, and returns the options that find them. */
async function windows() {
  const folder = await temporaryFolder();
  await writeFile(path.join(folder, 'npx.CMD'), '', { mode: 0o755 });
  await writeFile(path.join(folder, 'git.EXE'), '', { mode: 0o755 });
  return { env: { PATH: folder } };
}

test('starts npx and other batch files (catches ENOENT and EINVAL)', async () => {
  expect(parseCommand('npx', ['a b', '& calc', '%PATH%'], await windows())).toMatchObject({
    command: String.raw`C:\Windows\System32\cmd.exe`,
    args: ['/d', '/s', '/c', '"npx ^"a^ b^" ^"^&^ calc^" ^"^%PATH^%^""'],
  });
});

test.each(['"', 'a" & calc & "', 'line\nbreak', 'line\rbreak'])('passes no %j to a batch file, but to a program', async (word) => {
  const options = await windows();
  expect(isUnsafe('npx', ['a', word], options)).toBe(true);
  expect(isUnsafe('git', ['a', word], options)).toBe(false);
  expect(isUnsafe('npx', ["it's & that, 100 % ^ (all) | <of> `it` !", 'C:\\'], options)).toBe(false);
  const run = runCommand({ argv: ['npx', word], environment: options.env, signal: new AbortController().signal });
  expect(await run).toMatchObject({ ok: false, failure: { reason: 'tool-argument-unsafe', params: { program: 'npx' } } });
});
