import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const folder = path.join(import.meta.dirname, '../../../renderer');

// Catches a command to approve, an answer or a token in which -> or != is drawn as another character.
test('no sheet but the base uses the font shorthand, which turns ligatures on again', () => {
  const sheets = globSync('**/*.css', { cwd: folder }).filter((file) => file !== path.join('styles', 'base.css'));
  const found = sheets.flatMap((file) =>
    Array.from(
      readFileSync(path.join(folder, file), 'utf8').matchAll(/^\s*font: (?!inherit;).*$/gm),
      ([line]) => `${file}: ${line.trim()}`,
    ),
  );
  expect(sheets.length).toBeGreaterThan(30);
  expect(found).toEqual([]);
});
