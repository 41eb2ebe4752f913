import { findWindowTrouble, installElectron, installedElectron } from './electron-runtime.mjs';
import { existsSync } from 'node:fs';
import { buildKeychain, isKeychainBuilt } from './keychain.mjs';
import { areNpmPackagesInstalled, installNpmPackages } from './npm-packages.mjs';
import { bundleStamp, projectNode } from './places.mjs';
import { numberSteps } from './progress.mjs';
import { SetUpError } from './set-up-error.mjs';
import { findMissingSystemPackages, installSystemPackages } from './system-packages.mjs';

export { SetUpError };

/**
 * Installs what is missing, and is quick and silent if nothing is. Returns `electronTrouble`, worded to follow "because", if
 * an optional Electron isn't available.
 */
export async function setUp({ electron, isStrict, forTests, builds }) {
  const say = (line) => console.error(`set-up: ${line}`);
  const systemPackages = findMissingSystemPackages({ forWindow: electron !== 'unused', forTests });
  const isFresh = !areNpmPackagesInstalled();
  const begin = numberSteps(
    [
      systemPackages?.canInstall,
      isFresh,
      isFresh || (isStrict && !isKeychainBuilt()),
      electron !== 'unused' && (isFresh || !installedElectron()),
      builds && (isFresh || !existsSync(bundleStamp)),
    ].filter(Boolean).length,
  );
  const missing = systemPackages && (await installSystemPackages({ ...systemPackages, begin }));
  if (missing && isStrict) throw new SetUpError(missing.sentence);
  await installNpmPackages({ begin, say });
  await buildKeychain({ isNeeded: isStrict, begin, say });
  if (!projectNode()) {
    throw new SetUpError(
      `there is no packaged Node 24 for ${process.platform} ${process.arch}. Install Node 24 or newer, then run this again.`,
    );
  }
  if (electron === 'unused') return {};
  if (missing?.forWindow) return { electronTrouble: `system packages for its window are missing (${missing.command})` };
  const missingElectron = await installElectron({ isRepeated: electron === 'installed', begin, say });
  const trouble = missingElectron ?? findWindowTrouble(installedElectron().dist);
  if (trouble === undefined) return {};
  if (electron === 'needed' || (electron === 'installed' && missingElectron)) throw new SetUpError(`${trouble.sentence} ${trouble.remedy}`);
  if (isStrict) say(`${trouble.sentence} ${trouble.remedy}`);
  return { electronTrouble: trouble.reason };
}
