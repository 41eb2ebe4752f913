/** Words of the primitives, and labels that every feature shares. */
export const uiText = {
  cancel: 'Cancel',
  close: 'Close',
  discardHint: 'Select Cancel to discard your changes.',
  dismiss: 'Dismiss',
  remove: 'Remove',
  save: 'Save',
  tryAgain: 'Try again',
  undo: 'Undo',
  popup: 'Pop-up',
  options: (label: string) => `Options for ${label}`,
  pixels: (count: number) => `${count} pixels`,
  tone: { info: 'Note', warning: 'Warning', error: 'Error' },
  palette: {
    title: 'Command palette',
    commands: 'Commands',
    search: 'Search commands',
    noMatch: (query: string) => `No commands match “${query}”.`,
  },
};
