import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { root } from '../set-up/places.mjs';
import { runPackage } from './command.ts';
import { drawTray } from './draw-tray.ts';

/** What the bundle in build/out was made from; there only when it is whole. */
const stamp = path.join(root, 'build/out/bundled-from');
const sources = [
  'electron',
  'renderer',
  'build/icons',
  'build/steps',
  'build/bundler.ts',
  'build/plain-builtins.ts',
  'build/renderer-config.ts',
  'build/start-chunk.ts',
  'build/worker-entries.ts',
  'package.json',
  'package-lock.json',
];

/** Builds main, server, preload and window into build/out, and the pictures for the tray. */
export async function bundle(): Promise<void> {
  forgetBundle();
  const from = fingerprint();
  const status = await runPackage('electron-vite/bin/electron-vite.js', ['build', '--config', 'build/bundler.ts', '--logLevel', 'warn']);
  if (status !== 0) process.exit(status);
  drawTray();
  writeFileSync(stamp, from);
}

/** As `bundle`, unless it would make what is there already. */
export async function bundleIfChanged(): Promise<void> {
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()) return;
  console.error('Building…');
  await bundle();
}

/** For whoever writes to build/out otherwise. */
export function forgetBundle(): void {
  rmSync(stamp, { force: true });
}

/** By size and time: reading a thousand files would take longer than a start should. */
function fingerprint(): string {
  const hash = createHash('sha256').update(process.env['CAUSEWAY_UPDATE_KEY'] ?? '');
  for (const source of sources.flatMap(filesOf)) {
    const { size, mtimeMs } = statSync(source);
    hash.update(`${path.relative(root, source)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function filesOf(source: string): readonly string[] {
  const place = path.join(root, source);
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
