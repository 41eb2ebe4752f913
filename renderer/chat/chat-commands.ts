import type { AppInfo } from '../../electron/contract/app-info.ts';
import type { Shortcut } from '../ui/shortcut.tsx';
import type { Chat } from './chat.ts';

/** The shortcut for a new conversation. Browsers reserve Ctrl+N. */
export function newConversationShortcut(shell: AppInfo['shell']): Shortcut {
  return shell === 'desktop' ? { key: 'n' } : { key: 'n', isAlt: true };
}

/** The shortcut that focuses a pending tool call. */
export const waitingCallShortcut = { key: 'j' } as const;

/** Returns the chat's commands for the palette and the keyboard. They match the layout's command type by structure. */
export function chatCommands(
  chat: Chat,
  shell: AppInfo['shell'],
  { startNew, showChat }: { readonly startNew: () => void; readonly showChat: () => void },
) {
  const group = 'Chat';
  return [
    {
      id: 'new-conversation',
      title: 'New conversation',
      group,
      keywords: ['clear', 'reset'],
      shortcut: newConversationShortcut(shell),
      run: startNew,
    },
    {
      id: 'find',
      title: 'Find in this conversation',
      group,
      keywords: ['search'],
      shortcut: { key: 'f' },
      run: () => {
        if (chat.conversation.read().kind !== 'open') return;
        showChat();
        chat.find.write(chat.find.read() ?? '');
        // Already open: focuses the field again.
        document.querySelector<HTMLInputElement>('.find-bar input')?.select();
      },
    },
    {
      id: 'choose-model',
      title: 'Choose the model',
      group,
      keywords: ['engine', 'picker'],
      shortcut: { key: 'm', isShift: true },
      run: () => {
        showChat();
        document.querySelector<HTMLElement>('[data-model-picker]')?.click();
      },
    },
    {
      id: 'parameters',
      title: 'Show or hide the parameters',
      group,
      keywords: ['temperature', 'system prompt', 'tools', 'preset', 'seed'],
      shortcut: { key: '.' },
      run: () => {
        showChat();
        chat.isPanelOpen.write(!chat.isPanelOpen.read());
      },
    },
    {
      id: 'stop-answer',
      title: 'Stop the answer',
      group,
      run: () => {
        chat.actions.stop();
      },
    },
    {
      id: 'waiting-call',
      title: 'Go to the tool call that waits',
      group,
      keywords: ['tool', 'approve', 'run', 'decline'],
      shortcut: waitingCallShortcut,
      run: () => {
        if (chat.conversation.read().kind !== 'open') return;
        showChat();
        chat.pendingCallFocus.request();
      },
    },
    {
      id: 'focus-composer',
      title: 'Write a message',
      group,
      keywords: ['composer'],
      shortcut: { key: 'l' },
      run: () => {
        showChat();
        chat.focusComposer();
      },
    },
  ];
}

/** Keys that only work in one place, for the table in Settings. */
export const chatKeys = [
  { title: 'Previous or next message', keys: ['Alt', '↑', '↓'] },
  { title: 'Stop the answer, in the composer', keys: ['Esc'] },
  { title: 'Run a tool call or give its result, in its form', keys: ['Ctrl', 'Enter'] },
  { title: 'Edit the last message, in an empty composer', keys: ['↑'] },
  { title: 'Use a prompt, in an empty composer', keys: ['/'] },
  { title: 'Favourite, in the choice of models', keys: ['Alt', 'F'] },
  { title: 'Rename, in the list of conversations', keys: ['F2'] },
  { title: 'Move to the trash, in the list of conversations', keys: ['Del'] },
] as const;
