import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { draftRelease } from '../../../build/steps/release/draft.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Puts a `gh` first on the path that writes down its arguments. */
async function fakeGh(): Promise<() => string> {
  const bin = await temporaryFolder();
  writeFileSync(path.join(bin, 'gh'), `#!/bin/sh\necho "$@" > "${bin}/arguments"\n`);
  chmodSync(path.join(bin, 'gh'), 0o755);
  vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return () => readFileSync(path.join(bin, 'arguments'), 'utf8').trim();
}

test('drafts a release with every file and the notes', async () => {
  const givenToGh = await fakeGh();
  const [root, folder] = [await temporaryFolder(), await temporaryFolder()];
  for (const name of ['SHA256SUMS', 'causeway-1.1.0-setup-x64.exe']) writeFileSync(path.join(folder, name), '');
  expect(draftRelease({ root, folder, version: '1.1.0', tag: 'v1.1.0' })).toBe(0);
  expect(givenToGh()).toBe(
    `release create v1.1.0 --draft --verify-tag --title Causeway 1.1.0 --notes-file ${root}/build/release-notes/1.1.0.md ` +
      `${folder}/SHA256SUMS ${folder}/causeway-1.1.0-setup-x64.exe`,
  );
});

test('refuses a tag of another version', async () => {
  const root = await temporaryFolder();
  expect(draftRelease({ root, folder: root, version: '1.1.0', tag: 'v1.2.0' })).toContain('The tag is v1.2.0, and this is 1.1.0');
});
