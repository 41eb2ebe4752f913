import { installElectron } from './electron-runtime.mjs';
import { installNpmPackages } from './npm-packages.mjs';
import { projectNode } from './places.mjs';
import { SetUpError } from './set-up-error.mjs';
import { installSystemPackages } from './system-packages.mjs';

export { SetUpError };

/** Installs what is missing and nothing else; silent and quick when nothing is. */
export function setUp({ forTests, electron }) {
  const say = (line) => console.error(`set-up: ${line}`);
  installSystemPackages({ forTests, say });
  installNpmPackages({ say });
  if (!projectNode()) {
    throw new SetUpError(
      `there is no packaged Node 24 for ${process.platform} ${process.arch}. Install Node 24 or newer, then run this again.`,
    );
  }
  if (electron !== 'unused') installElectron({ isNeeded: electron === 'needed', say });
}
