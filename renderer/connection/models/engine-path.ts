/** Same rule as in the main process. */
const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;

/** Returns an engine path without the slashes and spaces around it, which are easily copied with it from a URL. */
export function trimEnginePath(text: string): string {
  return text.replaceAll(/^[\s/]+|[\s/]+$/g, '');
}

export function isEnginePath(path: string): boolean {
  return pattern.test(path);
}
