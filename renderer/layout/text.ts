/** The words of the window's frame: sections, commands, the status bar and its failures. */
export const layoutText = {
  sections: {
    label: 'Sections',
    chat: 'Chat',
    notebook: 'Notebook',
    runs: 'Runs',
    library: 'Library',
    tools: 'Tools',
    connection: 'Connection',
    settings: 'Settings',
  },
  sidebar: { width: 'Sidebar width', label: 'Conversations', show: 'Show sidebar', hide: 'Hide sidebar' },
  skip: { main: 'Skip to main content', sidebar: 'Skip to conversations' },
  dismissNotice: 'Dismiss notice',
  help: 'Help for this section',
  version: (version: string) => `Causeway ${version}`,
  standIn: 'Development build: this Electron isn’t the official release.',
  commands: {
    groups: { go: 'Go', view: 'View', help: 'Help' },
    goTo: (section: string) => `Go to ${section}`,
    inSection: (command: string, section: string) => `${command} (${section})`,
    palette: 'Command palette',
    toggleSidebar: { title: 'Toggle sidebar', keywords: ['show', 'hide', 'conversations'] },
    theme: { title: (theme: string) => `Use ${theme.toLowerCase()} theme`, keywords: ['appearance', 'colour', 'color', 'mode'] },
    help: { title: 'Help', keywords: ['guide', 'how', 'manual', 'question'] },
    dataLocations: { title: 'Data locations', keywords: ['files', 'folder', 'privacy', 'secrets', 'where'] },
    showLogs: { title: 'Show logs', keywords: ['folder', 'problem'] },
    supportBundle: { title: 'Save support bundle…', keywords: ['report', 'bug', 'diagnostics'] },
  },
  startFailure: { title: 'Causeway couldn’t open its window', retry: 'Try again' },
  drawingFailure: {
    title: 'Causeway couldn’t draw this window',
    remedy:
      'Reload to continue. If it happens again, report it with a support bundle from the Help menu, or from Settings > About after reloading.',
    reload: 'Reload',
  },
};
