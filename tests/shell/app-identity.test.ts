import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../build/set-up/places.mjs';
import { appId } from '../../electron/shell/app-identity.ts';

// catches notifications that Windows never shows because the start menu has the program under another id
test('uses the same application id as the packager', () =>
  expect(readFileSync(path.join(root, 'build/packager.cjs'), 'utf8')).toContain(`appId: '${appId}'`));
