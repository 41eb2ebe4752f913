import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/set-up/places.mjs';
import { appId, userModelId } from '../../electron/shell/app-identity.ts';

// catches notifications that Windows never shows because the start menu has the program under another id
test('uses the same application id as the packager', () =>
  expect(readFileSync(path.join(root, 'build/packager.cjs'), 'utf8')).toContain(`appId: '${appId}'`));

// catches notifications that Windows never shows, because no start menu entry has the id
test.each([
  ['installed', true, {}, appId],
  ['portable', true, { PORTABLE_EXECUTABLE_FILE: String.raw`D:\causeway.exe` }, String.raw`C:\causeway.exe`],
  ['started from source', false, {}, String.raw`C:\causeway.exe`],
])('has an id that Windows knows when %s', (_, isPackaged, environment, id) =>
  expect(userModelId(isPackaged, environment, String.raw`C:\causeway.exe`)).toBe(id),
);
