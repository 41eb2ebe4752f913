import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ownAppImage, realPath } from '../app-identity.ts';

/** A kind of package that can be updated: a .deb by the package manager, the others by the program itself. */
export type UpdatePackage = 'AppImage' | 'deb' | 'mac' | 'nsis';

/** How this program was installed. */
export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly executable: string;
  /** Files that dpkg installed. */
  readonly debFiles: readonly string[];
  /** Whether the packager wrote a feed beside the program. A program for macOS has none without a certificate (packager.cjs). */
  readonly hasFeed: boolean;
}

/**
 * Returns the package that this program was installed from. electron-updater can't tell: it reads a file that electron-builder writes into
 * every Linux package when it builds a .deb. Returns undefined for the portable program for Windows, whose updates would install a second
 * program, for a .tar.gz, and for a program that macOS runs from a read-only copy, because it was never moved out of the downloads.
 */
export function updatePackage({ platform, environment, executable, debFiles, hasFeed }: Installation): UpdatePackage | undefined {
  if (!hasFeed) return undefined;
  if (platform === 'darwin') return executable.includes('/AppTranslocation/') ? undefined : 'mac';
  if (platform === 'win32') return environment['PORTABLE_EXECUTABLE_FILE'] === undefined ? 'nsis' : undefined;
  if (debFiles.includes(executable)) return 'deb';
  return ownAppImage(environment, executable) === undefined ? undefined : 'AppImage';
}

/** Returns the package of the running program. */
export function findUpdatePackage(): UpdatePackage | undefined {
  return updatePackage({
    platform: process.platform,
    environment: process.env,
    executable: process.execPath,
    debFiles: readDebFiles('/var/lib/dpkg/info/causeway.list', process.execPath),
    hasFeed: existsSync(path.join(process.resourcesPath, 'app-update.yml')),
  });
}

/** Returns the files in a list of dpkg that may be the executable. Their folder may be a symbolic link, as /opt often is. */
export function readDebFiles(list: string, executable: string): readonly string[] {
  try {
    const files = readFileSync(list, 'utf8').split('\n');
    return files.filter((file) => path.basename(file) === path.basename(executable)).map(realPath);
  } catch {
    return [];
  }
}
