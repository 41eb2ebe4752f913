/** Where data are stored: what each file, folder or keychain item contains. */
export const storageText = {
  settings: 'Settings',
  profiles: 'Profiles, without secrets',
  authorities: 'Certificate authorities from imported profiles',
  secretIndex: 'Index of saved secrets (names and dates only)',
  hostKeys: 'Host keys you trusted',
  conversations: 'Conversations',
  runs: 'Runs, with their tables and answers',
  drafts: 'Drafts',
  library: 'Prompts and presets',
  tools: 'Tools',
  localApi: 'Local API settings and hashed keys',
  window: 'Window position',
  logs: 'Logs',
  caches: 'Window cache and crash reports',
  secret: 'Secret',
  keychainApps: { darwin: 'Keychain Access', win32: 'Credential Manager', other: 'Passwords and Keys' },
};
