import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { notesFile } from './release-notes.ts';

export interface DraftOptions {
  readonly root: string;
  /** Has the whole release. */
  readonly folder: string;
  readonly version: string;
  readonly tag: string;
}

/** Uploads a release as a draft, which a person publishes. Uses GitHub's own command. Returns its exit status, or why it wasn't run. */
export function draftRelease({ root, folder, version, tag }: DraftOptions): number | string {
  if (tag !== `v${version}`) return `The tag is ${tag}, and this is ${version}. Make releases with \`npm run release -- minor\`.`;
  const kind = version.includes('-') ? ['--prerelease'] : [];
  const files = readdirSync(folder).map((name) => path.join(folder, name));
  const about = ['--title', `Causeway ${version}`, '--notes-file', notesFile(root, version)];
  const { status, error } = spawnSync('gh', ['release', 'create', tag, '--draft', '--verify-tag', ...kind, ...about, ...files], {
    cwd: root,
    stdio: 'inherit',
  });
  return error ? `gh can't be started (${error.message}).` : (status ?? 1);
}
