/** Questions in dialogs of the system, titles of file dialogs, and notifications. Values from the page are escaped by the caller. */
export const hostText = {
  confirm: {
    message: (action: string) => `Did you ask Causeway to ${action}?`,
    /** No gesture was observed, although the user may have made one. */
    unnoticed: 'Causeway didn’t detect a click or key press, which can happen with a screen reader. If it wasn’t you, choose Cancel.',
    /** Gestures can't be observed at all. */
    unobserved: 'If it wasn’t you, don’t confirm.',
    yes: 'Yes, it was me',
  },

  /** What the user is asked to confirm, to follow “Did you ask Causeway to”. */
  actions: {
    changeLocalApi: (changes: readonly string[]) => `change the local API (${changes.join(', ')})`,
    localApi: {
      turnOn: 'turn it on',
      allowSites: (origins: readonly string[]) => (origins.length === 0 ? 'allow no websites' : `allow ${origins.join(', ')}`),
      keyPolicy: {
        always: 'always require a key in Direct mode',
        'where-needed': 'require a key in Direct mode when needed',
        never: 'never require a key in Direct mode',
      },
      forwardRaw: (port: number) => `forward raw connections at port ${port}`,
      port: (port: number) => `use port ${port}`,
      demoPort: (port: number) => `use port ${port} for the demo`,
    },
    createKey: (name: string) => `create a local key named “${name}”`,
    recordBodies: (minutes: number) => `record what programs send and receive through the local API for ${minutes} minutes`,
    changeSettings: 'turn on “Start when I sign in” or update checks',
    addProfile: (address: readonly string[]) => `add a profile that connects ${address.join(', ')}`,
    changeProfile: (address: readonly string[]) => `change a profile to connect ${address.join(', ')}`,
    address: {
      service: (url: string) => `to ${url}`,
      inferenceServer: (host: string) => `to the inference server ${host}`,
      authorities: (file: string) => `trusting the certificate authorities in ${file}`,
      instance: (instance: string) => `through ${instance}`,
    },
    saveTool: (name: string, effects: readonly string[]) => `save the tool “${name}”, which ${effects.join(' and ')}`,
    toolSends: (url: string) => `sends data to ${url}`,
    toolRunsAlone: 'runs without asking you',
    connectServer: (name: string, address: string) => `connect to the MCP server “${name}” at ${address}`,
    restoreTools: 'restore the tools that you removed',
    runTool: 'run a tool that waits for your decision',
    openLink: (url: string) => `open ${url}`,
    loadImage: (url: string) => `load an image from ${url}`,
    showLogs: 'show its log folder',
    saveSupportBundle: 'save a support bundle',
    exportTools: 'save your tools to a file',
    importTools: 'add tools from a file',
    exportConversations: 'save conversations to a file',
    importConversations: 'add conversations from a file',
    chooseRunTable: 'choose a table for a run',
    openRunRecipe: 'open the recipe of a run from a file',
    exportRun: 'save the results of a run to a file',
    exportPreset: 'save a preset to a file',
    importPreset: 'add a preset from a file',
    exportProfile: 'save a profile to a file',
    importProfile: 'add a profile from a file',
    chooseAuthorities: 'choose a certificate file',
    exportScores: 'save scores to a file',
    exportRequests: 'save the list of requests to a file',
    trustHostKey: 'trust the host key that it just showed you',
    confirmInstance: (fingerprint: string) => `trust ${fingerprint} as the host key of your new instance`,
  },

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
  allowHost: {
    message: (host: string) => `Allow tools to reach ${host}?`,
    detail: 'It may be on this computer or its network. Models can send requests to it through the tools that you define for it.',
    yes: 'Allow',
  },
  loadImages: {
    message: (host: string) => `Load images from ${host}?`,
    detail: (url: string) =>
      `${url}\n\nThe host sees your IP address and everything in this URL. Images from it stay allowed until you quit.`,
    yes: 'Load',
  },
  trustAuthorities: {
    message: (count: number) => `Trust ${authorities(count)}?`,
    messageFor: (count: number, service: string, host: string) => `Trust ${authorities(count)} for ${service} at ${host}?`,
    authority: (subject: string, fingerprint: string, validTo: string) => `${subject}\nSHA-256 ${fingerprint}\nvalid until ${validTo}`,
    detail: (details: string, count: number) =>
      `${details}\n\n${count === 1 ? 'This authority' : 'Each of these authorities'} can read and change everything you exchange with the service. ` +
      'Check the SHA-256 fingerprint with the service operator.',
    yes: 'Trust',
    yesAndImport: 'Trust and import',
    unknownHost: 'an invalid address',
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

function authorities(count: number): string {
  return count === 1 ? 'this certificate authority' : 'these certificate authorities';
}
