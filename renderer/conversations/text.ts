import type { ExportFormat } from '../../electron/contract/history.ts';
import type { SearchHit } from '../../electron/contract/search.ts';

const formats: Readonly<Record<ExportFormat, string>> = {
  markdown: 'Markdown',
  text: 'Plain text',
  json: 'JSON',
  html: 'HTML',
  pdf: 'PDF',
};

const roles: Readonly<Record<SearchHit['role'], string>> = { title: 'Title', user: 'You', assistant: 'Answer', tool: 'Tool' };

function count(conversations: number): string {
  return `${conversations} ${conversations === 1 ? 'conversation' : 'conversations'}`;
}

/** All words of the list of conversations. */
export const conversationsText = {
  title: 'Conversations',
  count,
  quoted: (title: string) => `“${title}”`,
  tryAgain: 'Try again',
  cancel: 'Cancel',
  undo: 'Undo',
  files: {
    menu: 'Import and export',
    import: 'Import conversations…',
    exportAll: (format: ExportFormat) => `Export all as ${formats[format]}…`,
    exportAs: (format: ExportFormat) => `Export as ${formats[format]}…`,
    exported: 'Export saved',
    imported: (conversations: number) => `${count(conversations)} imported`,
    alreadyImported: (conversations: number) =>
      conversations === 1 ? '1 was already imported and wasn’t changed.' : `${conversations} were already imported and weren’t changed.`,
    nothingImported: 'No conversations imported',
    chooseExport: (reasons: string) => `${reasons} Choose a JSON export of Causeway, Open WebUI or ChatGPT.`,
    nothingNew: 'No new conversations to import',
    allImported: (conversations: number) =>
      conversations === 1
        ? 'This conversation was already imported. Newer messages aren’t added to it. Check the list, the archive and the trash.'
        : `All ${count(conversations)} were already imported. Newer messages aren’t added to them. Check the list, the archive and the trash.`,
  },
  jobs: { import: 'Importing…', export: 'Exporting…', 'empty-trash': 'Emptying trash…' },
  menu: {
    label: 'Conversation actions',
    pin: 'Pin',
    unpin: 'Unpin',
    openAsText: 'Open as raw text',
    rename: 'Rename',
    moveToFolder: 'Move to folder…',
    archive: 'Archive',
    unarchive: 'Unarchive',
    moveToTrash: 'Move to trash',
    restore: 'Restore',
    deletePermanently: 'Delete permanently…',
  },
  row: {
    selected: 'Selected',
    pinned: 'Pinned',
    notebook: 'Notebook text',
    inFolder: (folder: string) => `In “${folder}”`,
    pendingCall: 'needs your decision',
    answering: 'answering…',
    rename: (title: string) => `Rename “${title}”`,
  },
  selection: {
    label: 'Selected conversations',
    count: (conversations: number) => `${conversations} selected`,
    moveToFolder: 'Move to folder',
    more: 'More actions',
    clear: 'Clear selection',
  },
  folders: {
    label: 'Folders',
    all: 'All conversations',
    none: 'No folder',
    archive: 'Archive',
    trash: 'Trash',
    create: 'New folder',
    createSubmit: 'Create',
    createNamed: (name: string) => `New folder “${name}”`,
    name: 'Name',
    menu: (folder: string) => `Actions for folder “${folder}”`,
    rename: 'Rename folder',
    renameField: (folder: string) => `Rename folder “${folder}”`,
    remove: 'Delete folder, keep conversations',
    conversations: (conversations: number) => (conversations === 1 ? ' conversation' : ' conversations'),
  },
  move: {
    title: (conversations: string) => `Move ${conversations}`,
    field: 'Folder name',
    createFirst: 'Type a name to create your first folder.',
    enterHint: 'Press Enter to choose the first match.',
    targets: 'Move to',
  },
  trash: {
    empty: 'Empty trash…',
    emptyTitle: 'Empty trash?',
    emptyHint: 'All conversations in the trash will be deleted permanently. You can’t undo this.',
    deleteTitle: 'Delete permanently?',
    deleteHint: (conversations: string) => `${conversations} will be deleted permanently. You can’t undo this.`,
    deletePermanently: 'Delete permanently',
  },
  toasts: {
    moved: (conversations: string, folder: string) => `${conversations} moved to “${folder}”`,
    removedFromFolder: (conversations: string) => `${conversations} removed from folder`,
    archived: (conversations: string) => `${conversations} archived`,
    unarchived: (conversations: string) => `${conversations} unarchived`,
    trashed: (conversations: string) => `${conversations} moved to trash`,
    folderDeleted: (folder: string, conversations: number) =>
      conversations === 0
        ? `Folder “${folder}” deleted`
        : `Folder “${folder}” deleted. ${count(conversations)} remain${conversations === 1 ? 's' : ''}.`,
  },
  empty: {
    loading: 'Loading…',
    failed: 'Couldn’t load conversations',
    current: { title: 'No conversations yet', hint: 'Your conversations and Notebook texts appear here. They’re stored on this computer.' },
    archived: { title: 'The archive is empty', hint: 'Archive a conversation to hide it from the list.' },
    trash: { title: 'The trash is empty', hint: 'Deleted conversations stay here until you empty the trash.' },
    folder: { title: 'This folder is empty', hint: 'New conversations go here. Drag others in, or select them and press F8.' },
  },
  commands: {
    group: 'Chat',
    search: { title: 'Search all conversations', keywords: ['find', 'history'] },
    import: { title: 'Import conversations…', keywords: ['open webui', 'chatgpt', 'json'] },
  },
  search: {
    label: 'Search all conversations',
    placeholder: 'Search conversations',
    clear: 'Clear search',
    filters: 'Filters',
    filtersOn: 'Filters (on)',
    clearFilters: 'Clear filters',
    date: 'Date',
    dates: { any: 'Any time', day: 'Last 24 hours', week: 'Last 7 days', month: 'Last 31 days', year: 'Last 366 days' },
    model: 'Model',
    anyModel: 'Any model',
    folder: 'Folder',
    anyFolder: 'Any folder',
    failed: 'Search failed',
    searching: 'Searching…',
    noResults: (text: string) => `No results for “${text}”`,
    tryWithoutFilters: 'Try without filters.',
    tryAnother: 'Try a different search.',
    results: 'Search results',
    found: (results: number) => (results === 1 ? '1 result' : `${results} results`),
    foundMore: (results: number) => `${results}+ results`,
    roles,
  },
} as const;
