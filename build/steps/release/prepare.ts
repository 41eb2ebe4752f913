import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findNotesTrouble, notesFile } from './release-notes.ts';

export const releaseKinds = ['major', 'minor', 'patch'] as const;
export type ReleaseKind = (typeof releaseKinds)[number];

/** Returns the version that follows. */
export function nextVersion(version: string, kind: ReleaseKind): string {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return { major: [major + 1, 0, 0], minor: [major, minor + 1, 0], patch: [major, minor, patch + 1] }[kind].join('.');
}

export interface PrepareOptions {
  /** The checkout. */
  readonly root: string;
  readonly kind: ReleaseKind;
  /** Returns whether the static checks pass. */
  readonly runChecks: () => Promise<boolean>;
}

/** Raises the version, commits and tags it. Pushes nothing. Returns the tag, or a sentence that says why not. */
export async function prepareRelease({ root, kind, runChecks }: PrepareOptions): Promise<{ readonly tag: string } | string> {
  const git = (...args: readonly string[]): string => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
  const [manifest = '', lockFile = ''] = ['package.json', 'package-lock.json'].map((name) => path.join(root, name));
  const version = nextVersion((JSON.parse(readFileSync(manifest, 'utf8')) as { readonly version: string }).version, kind);
  const tag = `v${version}`;

  const branch = git('branch', '--show-current');
  if (branch !== 'main') return `A release is made on main, and this is ${branch === '' ? 'no branch' : branch}.`;
  if (git('status', '--porcelain') !== '') return 'Commit or put away your changes first: a release is what is committed.';
  if (git('tag', '--list', tag) !== '') return `There is a tag ${tag} already.`;
  const trouble = findNotesTrouble(root, version);
  if (trouble !== undefined) return trouble;
  if (!(await runChecks())) return 'The checks above have failed. Nothing was changed.';

  for (const file of [manifest, lockFile]) raiseVersion(file, version);
  git('commit', '--quiet', '--all', '--message', `build(release): ${version}`);
  git('tag', '--annotate', tag, '--cleanup=whitespace', '--file', notesFile(root, version)); // “##” is no comment
  return { tag };
}

function raiseVersion(file: string, version: string): void {
  const content = JSON.parse(readFileSync(file, 'utf8')) as { version: string; packages?: { '': { version: string } } };
  content.version = version;
  if (content.packages) content.packages[''].version = version;
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`);
}
