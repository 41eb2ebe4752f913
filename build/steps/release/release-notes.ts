import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Returns the notes' file of a version. */
export function notesFile(root: string, version: string): string {
  return path.join(root, 'build/release-notes', `${version}.md`);
}

/** Returns what is wrong with the notes of a version, if anything. The window shows them after an update. */
export function findNotesTrouble(root: string, version: string): string | undefined {
  const file = notesFile(root, version);
  const shown = path.relative(root, file);
  if (!existsSync(file)) return `Write ${shown} first: sections that start with “## ”, and a line that starts with “- ” for each change.`;
  const lines = readFileSync(file, 'utf8').split('\n');
  const wrong = lines.findIndex((line) => line !== '' && !/^(## |- )\S/.test(line));
  if (wrong !== -1) return `${shown}:${wrong + 1} is neither a section (“## ”) nor a change (“- ”) in one line.`;
  return lines.some((line) => line.startsWith('- ')) ? undefined : `${shown} names no change.`;
}
