/** Returns an environment without empty variables, because workflows set those of missing secrets to nothing. electron-builder takes nothing for a file. */
export function withoutEmptyVariables(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
}

/** Returns a line for each signature that packages of this platform lack, and what that means for users. */
export function describeMissingSignatures(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): readonly string[] {
  const has = (...names: readonly string[]): boolean => names.some((name) => environment[name]);
  if (platform === 'win32' && !has('WIN_CSC_LINK', 'CSC_LINK'))
    return ['Not signed for Windows, because neither WIN_CSC_LINK nor CSC_LINK is set. Windows warns users when they open it.'];
  if (platform !== 'darwin') return [];
  if (!has('CSC_LINK', 'CSC_NAME'))
    return ['Signed for macOS ad hoc, because neither CSC_LINK nor CSC_NAME is set. Users have to allow it in System Settings.'];
  return has('APPLE_API_KEY', 'APPLE_ID', 'APPLE_KEYCHAIN_PROFILE')
    ? []
    : ['Not notarized, because neither APPLE_API_KEY nor APPLE_ID is set. Users have to allow it in System Settings.'];
}
