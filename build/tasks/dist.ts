import { rmSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../../package.json' with { type: 'json' };
import { installedElectron } from '../set-up/electron-runtime.mjs';
import { root } from '../set-up/places.mjs';
import { bundle } from '../steps/bundle.ts';
import { runPackage } from '../steps/command.ts';
import { findForeignTargets } from '../steps/foreign-targets.ts';
import { drawIcons } from '../steps/draw-icons.ts';
import { copyNativePart, nativeParts, packageServer } from '../steps/package-server.ts';
import { findNewerNeeds } from '../steps/oldest-libraries.ts';
import { readSigningKey, signRelease } from '../steps/sign-release.ts';
import { describeMissingSignatures, withoutEmptyVariables } from '../steps/signing.ts';

/**
 * Packages the program: `npm run dist`, or `npm run dist -- --dir [--output FOLDER]` for the unpacked folder only.
 * `npm run dist -- --server` creates the server package, which needs no Electron.
 * The fallback Electron is allowed with `--dir` only, for a test on this machine. The caller deletes the result.
 */
const args = process.argv.slice(2);
const output = args.includes('--output') ? args[args.indexOf('--output') + 1] : undefined;
if (args.includes('--server')) process.exit(await packageServer(path.resolve(root, output ?? 'build/dist')));

const electron = installedElectron();
if (!electron) throw new Error('No Electron: run `npm run set-up`.');
const { isOfficial, dist, version } = electron;
const isTrial = args.includes('--dir');
if (!isOfficial && !isTrial) {
  console.error(
    `This machine has only the stand-in Electron ${version}, which is never packaged for anyone. ` +
      'Run `npm run set-up` where the official Electron can be downloaded, then package again.',
  );
  process.exit(1);
}

const foreign = findForeignTargets(args);
if (foreign.length > 0) {
  console.error(
    `keytar's native part is here for ${process.platform} ${process.arch} only, so a package for ${foreign.join(' or ')} would save no secrets. ` +
      'Package on a computer of that kind.',
  );
  process.exit(1);
}

const fallbackOptions = isOfficial ? [] : [`--config.electronDist=${dist}`, `--config.electronVersion=${version}`];
const outputOptions = output ? [`--config.directories.output=${output}`] : [];
const forwarded = args.filter((arg) => arg !== '--output' && arg !== output);

rmSync(path.join(root, 'build/out/main'), { recursive: true, force: true });
await bundle();
drawIcons();
process.env = withoutEmptyVariables(process.env);
const folder = path.resolve(output ?? path.join(root, 'build/dist'));
const options = ['--config', 'build/packager.cjs', '--publish', 'never', ...forwarded, ...fallbackOptions, ...outputOptions];
const status = await runPackage('electron-builder/cli.js', options);
if (status !== 0) process.exit(status);
const newerNeeds = ['linux-unpacked', 'linux-arm64-unpacked'].flatMap((name) => findNewerNeeds(path.join(folder, name)));
if (newerNeeds.length > 0) {
  console.error(newerNeeds.join('\n'));
  process.exit(1);
}
for (const line of describeMissingSignatures(process.platform, process.env)) console.error(line);
const key = readSigningKey(process.env);
if (!isTrial && key) signRelease(folder, packageJson.version, key);
// The server package, which is made once for all systems, takes it.
if (!isTrial) copyNativePart(path.join(folder, nativeParts));
