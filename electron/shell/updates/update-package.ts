import { readFileSync, realpathSync } from 'node:fs';

/** A kind of package that can update itself. */
export type UpdatePackage = 'AppImage' | 'deb' | 'mac' | 'nsis';

/** How this program was installed. */
export interface Installation {
  readonly platform: NodeJS.Platform;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly executable: string;
  /** Folder that the running AppImage is mounted at. A terminal inside another AppImage passes on that one's. */
  readonly mountFolder: string | undefined;
  /** Files that dpkg installed. */
  readonly debFiles: readonly string[];
}

/**
 * Returns the package that this program was installed from. electron-updater can't tell: it reads a file that electron-builder writes into
 * every Linux package when it builds a .deb. Returns undefined for the portable program for Windows, whose updates would install a second
 * program, and for a .tar.gz.
 */
export function updatePackage({ platform, environment, executable, mountFolder, debFiles }: Installation): UpdatePackage | undefined {
  if (platform === 'darwin') return 'mac';
  if (platform === 'win32') return environment['PORTABLE_EXECUTABLE_FILE'] === undefined ? 'nsis' : undefined;
  if (debFiles.includes(executable)) return 'deb';
  const isMounted = mountFolder !== undefined && executable.startsWith(`${mountFolder}/`);
  return isMounted && environment['APPIMAGE'] !== undefined ? 'AppImage' : undefined;
}

/** Returns the package of the running program. */
export function findUpdatePackage(): UpdatePackage | undefined {
  const mountFolder = process.env['APPDIR'] || undefined;
  return updatePackage({
    platform: process.platform,
    environment: process.env,
    executable: process.execPath,
    mountFolder: mountFolder && tryRead(() => realpathSync(mountFolder)),
    debFiles: tryRead(() => readFileSync('/var/lib/dpkg/info/causeway.list', 'utf8'))?.split('\n') ?? [],
  });
}

function tryRead(read: () => string): string | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
