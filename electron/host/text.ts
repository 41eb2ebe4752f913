/** Questions in dialogs of the system, titles of file dialogs, and notifications. Values from the page are escaped by the caller. */
export const hostText = {
  approveTool: {
    message: (name: string) => `Allow the tool “${name}” to run this program?`,
    detail: (command: string, placeholders: readonly string[]) =>
      `${command}\n\n${
        placeholders.length === 0
          ? 'The model can’t change any of it.'
          : `The model fills in ${placeholders.map((name) => `{{${name}}}`).join(', ')} and can use any value.`
      } The program runs as you and can read and change your files.`,
    yes: 'Approve',
  },
  approveServer: {
    message: (name: string) => `Allow the MCP server “${name}” to start this program?`,
    detail: (command: string) => `${command}\n\nThe program runs as you and can read and change your files.`,
    yes: 'Approve',
  },
  setUpProgram: {
    message: (title: string) => `Change the settings of ${title}?`,
    detail: (file: string, difference: string, isNewFile: boolean) =>
      `${file}\n\n${difference}\n\n${isNewFile ? 'The file is new.' : 'A copy of the file is saved beside it.'} You can undo this in Causeway.`,
    yes: 'Change',
  },

  files: {
    chooseAuthorities: 'Choose certificate authorities',
    exportConversations: 'Export conversations',
    importConversations: 'Import conversations',
    exportTools: 'Export tools',
    importTools: 'Import tools',
    chooseRunTable: 'Choose a table',
    openRunRecipe: 'Open a recipe',
    exportRun: 'Export results',
    exportPreset: 'Export preset',
    importPreset: 'Import preset',
    exportProfile: 'Export profile',
    importProfile: 'Import profile',
    exportScores: 'Export scores',
    exportRequests: 'Export requests',
    saveSupportBundle: 'Save support bundle',
    kinds: {
      json: 'JSON',
      zip: 'Zip archive',
      markdown: 'Markdown',
      text: 'Plain text',
      html: 'Web page',
      pdf: 'PDF',
      ndjson: 'JSON lines',
      har: 'HTTP archive',
      csv: 'CSV',
      jsonl: 'JSON lines',
      xlsx: 'Excel workbook',
      tables: 'Tables',
      certificates: 'Certificates',
      any: 'All files',
    },
  },

  /** Notifications about runs, and their line in the tray. */
  runs: {
    waiting: (name: string, problem: string | null) => ({ title: `${name} is waiting`, body: problem ?? 'Open Causeway to see why.' }),
    finished: (name: string, answered: number, failed: number) => ({
      title: `${name} is finished`,
      body: `${answered} ${answered === 1 ? 'answer' : 'answers'}, ${failed === 0 ? 'no failures' : `${failed} failed`}.`,
    }),
    running: (count: number) => `${count} runs are in progress`,
    progress: (name: string, percent: number, isWaiting: boolean) => `${name}: ${isWaiting ? 'waiting, ' : ''}${percent}%`,
  },

  notifications: {
    signIn: (instance: string) => ({ title: `${instance}: sign-in needed`, body: 'Open Causeway to answer.' }),
    reconnected: (instance: string) => ({ title: `Reconnected to ${instance}`, body: 'The tunnel is available again.' }),
  },
};
