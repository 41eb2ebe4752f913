import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/set-up/places.mjs';

const tests = path.join(root, 'tests');
const read = (...parts: readonly string[]) => readFileSync(path.join(tests, ...parts), 'utf8');
const testFiles = (folder: string) => readdirSync(path.join(tests, folder)).filter((name) => name.endsWith('.test.ts'));
/** Matches the details of a test of the quick selection. */
const quickMark = /\b(quick|quickInBrowser\([^)]*\)+),\s*async/;

test('every file of the window and of the desktop program has a test in the quick selection (catches a feature that `npm test` skips)', () => {
  for (const folder of ['window', 'e2e']) {
    expect(testFiles(folder).filter((name) => !quickMark.test(read(folder, name)))).toEqual([]);
  }
});

/** Returns the files of the integration tests in the quick selection, by folder. */
function quickIntegrationFiles(folder: string): readonly string[] {
  return testFiles(`integration/${folder}`)
    .map((name) => read('integration', folder, name))
    .filter((text) => !text.startsWith('/** @module-tag long */'));
}

const integrationFolders = readdirSync(path.join(tests, 'integration'));

test('every folder of the integration tests has a file in the quick selection', () =>
  expect(integrationFolders.filter((folder) => quickIntegrationFiles(folder).length === 0)).toEqual([]));

test('every folder of the window’s sources with words of its own is known to a file of the quick selection', () => {
  const folders = readdirSync(path.join(root, 'renderer'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name === 'text.ts')
    .map((entry) => path.relative(root, entry.parentPath));
  const sources = [
    ...['window', 'e2e'].flatMap((folder) => testFiles(folder).map((name) => read(folder, name))).filter((text) => quickMark.test(text)),
    ...readdirSync(path.join(tests, 'support'))
      .filter((name) => name.startsWith('window'))
      .map((name) => read('support', name)),
    ...integrationFolders.flatMap(quickIntegrationFiles),
  ].join('\n');
  expect(folders.filter((folder) => !sources.includes(`${folder}/text.ts'`))).toEqual([]);
});
