/** The notices about files that couldn't be used at the start. */
export const noticesText = {
  documents: {
    settings: 'the settings',
    drafts: 'the drafts',
    profiles: 'the profiles',
    secrets: 'the list of saved secrets',
    library: 'the presets and prompts',
    tools: 'the tools',
    localApi: 'the settings and keys of the local API',
    programs: 'the list of programs you set up',
  },
  damaged: (what: string, restored: 'previous' | 'initial') =>
    `Causeway couldn’t read ${what} because the file is damaged, so it ${restored === 'previous' ? 'restored the previous version' : 'started with the defaults'}.`,
  damagedRemedy: (file: string) => `Find the damaged file at ${file}.`,
  missing: (what: string) => `The file with ${what} was missing, so Causeway restored the previous version.`,
  missingRemedy: (file: string) => `To start over with the defaults, delete ${file} and ${file}.previous.`,
  newer: (what: string) => `The file with ${what} was saved by a newer version of Causeway, so changes you make now aren’t saved.`,
  newerRemedy: 'Update Causeway.',
  unreadable: (what: string, detail: string) => `Causeway couldn’t read ${what} (${detail}), so changes you make now aren’t saved.`,
  unreadableRemedy: (file: string) => `Check that you can read ${file}, then restart Causeway.`,
};
