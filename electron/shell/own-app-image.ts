import { realpathSync } from 'node:fs';

/** Returns the AppImage that this program runs from. A terminal inside another AppImage passes on that one's variables. */
export function ownAppImage(environment: Readonly<Record<string, string | undefined>>, executable: string): string | undefined {
  const { APPIMAGE: file, APPDIR: folder } = environment;
  return file && folder && executable.startsWith(`${realPath(folder)}/`) ? file : undefined;
}

/** Returns a path without symbolic links, or the path itself if it can't be read. */
export function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
