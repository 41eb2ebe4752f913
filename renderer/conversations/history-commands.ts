import type { History } from './history.ts';
import { conversationsText } from './text.ts';

const text = conversationsText.commands;

/** The commands of the list of conversations, for the palette and the keyboard. */
export function historyCommands({ searchFocus, actions }: History, showSidebar: () => void) {
  return [
    {
      id: 'search-all',
      ...text.search,
      group: text.group,
      shortcut: { key: 'f', isShift: true },
      run: () => {
        showSidebar();
        searchFocus.request();
      },
    },
    {
      id: 'import-conversations',
      ...text.import,
      group: text.group,
      run: () => {
        showSidebar(); // shows the progress
        void actions.importFiles();
      },
    },
  ];
}
