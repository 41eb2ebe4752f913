import { findWindowTrouble, installElectron, installedElectron } from './electron-runtime.mjs';
import { buildKeychain } from './keychain.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { projectNode } from './places.mjs';
import { SetUpError } from './set-up-error.mjs';
import { installSystemPackages } from './system-packages.mjs';

export { SetUpError };

/**
 * Installs what is missing, and is quick and silent if nothing is. Returns `electronTrouble`, worded to follow "because", if
 * an optional Electron isn't available.
 */
export function setUp({ electron, isStrict, forTests }) {
  const say = (line) => console.error(`set-up: ${line}`);
  const missing = installSystemPackages({ forWindow: electron !== 'unused', forTests, say });
  if (missing && isStrict) throw new SetUpError(missing.sentence);
  installNpmPackages({ say });
  buildKeychain({ isNeeded: isStrict, say });
  if (!projectNode()) {
    throw new SetUpError(
      `there is no packaged Node 24 for ${process.platform} ${process.arch}. Install Node 24 or newer, then run this again.`,
    );
  }
  if (electron === 'unused') return {};
  if (missing?.forWindow) return { electronTrouble: `system packages for its window are missing (${missing.command})` };
  const missingElectron = installElectron({ isRepeated: electron === 'installed', say });
  const trouble = missingElectron ?? findWindowTrouble(installedElectron().dist);
  if (trouble === undefined) return {};
  if (electron === 'needed' || (electron === 'installed' && missingElectron)) throw new SetUpError(`${trouble.sentence} ${trouble.remedy}`);
  if (isStrict) say(`${trouble.sentence} ${trouble.remedy}`);
  return { electronTrouble: trouble.reason };
}
