import type { PageOrigin } from '../host/content-security-policy.ts';
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

/** Application id. The packager uses the same one. */
export const appId = 'org.causeway.desktop';

/**
 * Returns the id that Windows shows notifications for. That is one in the start menu, where the installer registers ours, or the path of the
 * program.
 */
export function userModelId(isPackaged: boolean, environment: Readonly<Record<string, string | undefined>>, executable: string): string {
  return isPackaged && environment['PORTABLE_EXECUTABLE_FILE'] === undefined ? appId : executable;
}

/** Protocol of the app's pages. */
export const scheme = 'app';
/** Origin of the app's pages. Every other origin is untrusted. */
export const origin = `${scheme}://causeway`;
/** URL of the window's page. */
export const startPage = `${origin}/index.html`;
/** URL of the page shown after repeated crashes. */
export const crashPage = `${origin}/crash`;
/** URL of the page that draws diagrams, in a sandboxed frame. */
export const diagramPage = `${origin}/mermaid.html`;
/** Origin for the content-security policies. */
export const pageOrigin: PageOrigin = { origin, diagramPage };
