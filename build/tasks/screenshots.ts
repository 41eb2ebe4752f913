import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { root } from '../set-up/places.mjs';
import { bundle } from '../steps/bundle.ts';
import { run } from '../steps/command.ts';
import { withDisplay } from '../steps/electron-command.ts';

/** Renders every screen in both themes and two sizes to build/screenshots, from the real window. */
await bundle();
const folder = path.join(root, 'build/screenshots');
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const profile = mkdtempSync(path.join(os.tmpdir(), 'causeway-shots-'));
const { command, args } = withDisplay(process.execPath, ['tests/screenshots/take-shots.ts', profile, folder]);
const status = await run(command, args);
rmSync(profile, { recursive: true, force: true });
process.exit(status);
