import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { bundleStamp, root } from '../set-up/places.mjs';
import { beginStep } from '../set-up/progress.mjs';
import { binary } from './command.ts';
import { drawTray } from './draw-tray.ts';

const sources = [
  'electron',
  'renderer',
  'tests/bench/page',
  'tests/gallery',
  'build/icons',
  'build/steps',
  ...readdirSync(path.join(root, 'build'))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `build/${name}`),
  'package.json',
  'package-lock.json',
];

/** Builds main, server, preload, window and tray images into build/out. */
export async function bundle(): Promise<void> {
  forgetBundle();
  const from = fingerprint();
  const build = beginStep('Building the program and its window from the sources');
  const args = [binary('electron-vite/bin/electron-vite.js'), 'build', '--config', 'build/bundler.ts', '--logLevel', 'warn'];
  const { status, output } = await build(process.execPath, args, { cwd: root });
  if (status !== 0) process.exit(status);
  process.stderr.write(output); // warnings
  drawTray();
  writeFileSync(bundleStamp, from);
}

/** Bundles only if the sources have changed. */
export async function bundleIfChanged(): Promise<void> {
  if (existsSync(bundleStamp) && readFileSync(bundleStamp, 'utf8') === fingerprint()) return;
  await bundle();
}

/** Invalidates the bundle, for tasks that write to build/out otherwise. */
export function forgetBundle(): void {
  rmSync(bundleStamp, { force: true });
}

/** Hashes sizes and times, because reading a thousand files would delay the start. */
function fingerprint(): string {
  const hash = createHash('sha256').update(process.env['CAUSEWAY_UPDATE_KEY'] ?? '');
  for (const source of sources.flatMap(listFiles)) {
    const { size, mtimeMs } = statSync(source);
    hash.update(`${path.relative(root, source)} ${size} ${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function listFiles(source: string): readonly string[] {
  const file = path.join(root, source);
  if (!statSync(file).isDirectory()) return [file];
  return readdirSync(file, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
