import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root as projectRoot } from '../../../build/set-up/places.mjs';
import { nextVersion, prepareRelease } from '../../../build/steps/release/prepare.ts';
import { findNotesTrouble } from '../../../build/steps/release/release-notes.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

/** Creates a clean checkout of version 1.4.2 on main, with notes of 1.5.0. */
async function checkout(notes = '## New\n\n- A change.\n') {
  const root = await temporaryFolder();
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const write = (name: string, content: string): void => writeFileSync(path.join(root, name), content);
  const version = (name: string): unknown => JSON.parse(readFileSync(path.join(root, name), 'utf8'));
  mkdirSync(path.join(root, 'build/release-notes'), { recursive: true });
  write('build/release-notes/1.5.0.md', notes);
  write('package.json', '{ "name": "causeway", "version": "1.4.2" }\n');
  write('package-lock.json', '{ "name": "causeway", "version": "1.4.2", "packages": { "": { "version": "1.4.2" } } }\n');
  git('init', '--quiet', '--initial-branch=main');
  for (const [name = '', value = ''] of [
    ['user.name', 'Lab'],
    ['user.email', 'lab@example.org'],
    ['commit.gpgSign', 'false'],
    ['tag.gpgSign', 'false'],
  ])
    git('config', name, value);
  git('add', '.');
  git('commit', '--quiet', '--message', 'feat: everything');
  let checked = 0;
  const prepare = (hasPassed = true) => prepareRelease({ root, kind: 'minor', runChecks: async () => ((checked += 1), hasPassed) });
  return { root, git, write, version, prepare, checks: () => checked };
}

test.each([
  { kind: 'major', next: '2.0.0' },
  { kind: 'minor', next: '1.5.0' },
  { kind: 'patch', next: '1.4.3' },
] as const)('raises the $kind version', ({ kind, next }) => expect(nextVersion('1.4.2', kind)).toBe(next));

test('checks, raises the version, commits and tags with the notes', async () => {
  const { git, version, prepare, checks } = await checkout();
  expect(await prepare()).toEqual({ tag: 'v1.5.0' });
  expect(checks()).toBe(1);
  expect(version('package.json')).toMatchObject({ version: '1.5.0' });
  expect(version('package-lock.json')).toMatchObject({ version: '1.5.0', packages: { '': { version: '1.5.0' } } });
  expect(git('status', '--porcelain')).toBe('');
  expect(git('log', '-1', '--format=%s %D')).toBe('build(release): 1.5.0 HEAD -> main, tag: v1.5.0');
  expect(git('tag', '--list', '--format=%(contents)', 'v1.5.0')).toBe('## New\n\n- A change.');
  expect(await prepare()).toContain('build/release-notes/1.6.0.md');
});

test.each([
  { what: 'another branch', change: ({ git }: Checkout) => git('checkout', '--quiet', '-b', 'idea'), sentence: 'this is idea' },
  { what: 'changes', change: ({ write }: Checkout) => write('new.ts', ''), sentence: 'Commit or put away' },
  { what: 'a tag that exists', change: ({ git }: Checkout) => git('tag', 'v1.5.0'), sentence: 'a tag v1.5.0 already' },
])('refuses $what, and changes nothing', async ({ change, sentence }) => {
  const place = await checkout();
  change(place);
  expect(await place.prepare()).toContain(sentence);
  expect(place.version('package.json')).toMatchObject({ version: '1.4.2' });
});
type Checkout = Awaited<ReturnType<typeof checkout>>;

test('refuses if the checks fail', async () => {
  const { git, prepare } = await checkout();
  expect(await prepare(false)).toContain('checks above have failed');
  expect(git('tag')).toBe('');
});

test.each([
  { notes: 'Some changes.\n', trouble: '1.5.0.md:1 is neither' },
  { notes: '## New\n\n- A change\n  over two lines.\n', trouble: '1.5.0.md:4 is neither' },
  { notes: '## New\n', trouble: 'names no change' },
])('refuses notes that the window can’t show: $notes', async ({ notes, trouble }) =>
  expect(await (await checkout(notes)).prepare()).toContain(trouble),
);

test('has notes of the next version that the window can show', () => expect(findNotesTrouble(projectRoot, '0.2.0')).toBe(undefined));
