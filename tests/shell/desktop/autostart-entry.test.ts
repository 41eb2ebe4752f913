import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { keepAutostartEntry } from '../../../electron/shell/desktop/autostart-entry.ts';
import { isHiddenStart } from '../../../electron/shell/desktop/hidden-start.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a path with blanks and signs is one word for the desktop, and the start is hidden', async () => {
  const folder = path.join(await temporaryFolder(), 'config/autostart'); // which a new account does not have
  await keepAutostartEntry(folder, '/home/mara/My $Apps/100% "x"/causeway', true);
  const entry = await readFile(path.join(folder, 'causeway.desktop'), 'utf8');
  expect(entry).toContain('Exec="/home/mara/My \\$Apps/100%% \\"x\\"/causeway" --hidden\n');
  const words = /Exec=.*" (.*)/.exec(entry)?.[1]?.split(' ') ?? [];
  expect(isHiddenStart(words)).toBe(true);
});

test('it is taken away once it is not wanted, and only it', async () => {
  const folder = await temporaryFolder();
  await keepAutostartEntry(folder, '/usr/bin/causeway', true);
  await keepAutostartEntry(folder, '/usr/bin/causeway', false);
  await keepAutostartEntry(folder, '/usr/bin/causeway', false); // it need not be there
  expect(await readdir(folder)).toEqual([]);
});

test('a start without the word shows the window', () => {
  expect(isHiddenStart(['/usr/bin/causeway', '--user-data-dir=/x'])).toBe(false);
});
