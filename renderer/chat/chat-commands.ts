import type { AppInfo } from '../../electron/contract/app-info.ts';
import { isFocusFree } from '../state/pending-request.ts';
import type { Shortcut } from '../ui/shortcut.tsx';
import type { Chat } from './chat.ts';
import { chatText } from './text.ts';

/** The shortcut for a new conversation. Browsers reserve Ctrl+N. */
export function newConversationShortcut(shell: AppInfo['shell']): Shortcut {
  return shell === 'desktop' ? { key: 'n' } : { key: 'n', isAlt: true };
}

/** The shortcut that focuses a pending tool call. */
export const waitingCallShortcut = { key: 'j' } as const;

/** Whether a conversation is open, or will be in a moment: then the command takes effect. */
function hasMessages({ conversation }: Chat): boolean {
  const { kind } = conversation.read();
  return kind === 'open' || kind === 'opening';
}

/** Returns the chat's commands for the palette and the keyboard. They match the layout's command type by structure. */
export function chatCommands(
  chat: Chat,
  shell: AppInfo['shell'],
  { startNew, showChat }: { readonly startNew: () => void; readonly showChat: () => void },
) {
  const { group } = chatText.commands;
  return [
    {
      id: 'new-conversation',
      title: chatText.newConversation,
      group,
      keywords: ['clear', 'reset'],
      shortcut: newConversationShortcut(shell),
      run: startNew,
    },
    {
      id: 'find',
      title: chatText.commands.find,
      group,
      keywords: ['search'],
      shortcut: { key: 'f' },
      section: 'chat',
      run: () => {
        if (!hasMessages(chat)) return;
        showChat();
        chat.find.write(chat.find.read() ?? '');
        // Already open: focuses the field again.
        document.querySelector<HTMLInputElement>('.find-bar input')?.select();
      },
    },
    {
      id: 'choose-model',
      title: chatText.commands.chooseModel,
      group,
      keywords: ['engine', 'picker'],
      shortcut: { key: 'm', isShift: true },
      section: 'chat',
      run: () => {
        showChat();
        chat.modelPickerRequest.request();
      },
    },
    {
      id: 'parameters',
      title: chatText.commands.toggleParameters,
      group,
      keywords: ['temperature', 'system prompt', 'tools', 'preset', 'seed'],
      shortcut: { key: '.' },
      section: 'chat',
      run: () => {
        const isOpen = chat.isPanelOpen.read();
        const losesFocus = isOpen && isFocusFree('.ui-side-panel');
        showChat();
        chat.isPanelOpen.write(!isOpen);
        if (losesFocus) chat.focusComposer();
      },
    },
    {
      id: 'stop-answer',
      title: chatText.commands.stop,
      group,
      run: () => chat.actions.stop(),
    },
    {
      id: 'waiting-call',
      title: chatText.commands.goToCall,
      group,
      keywords: ['tool', 'approve', 'run', 'decline'],
      shortcut: waitingCallShortcut,
      run: () => {
        if (!hasMessages(chat)) return;
        showChat();
        chat.focusPendingCall();
      },
    },
    {
      id: 'focus-composer',
      title: chatText.commands.focusMessage,
      group,
      keywords: ['composer'],
      shortcut: { key: 'l' },
      run: () => {
        showChat();
        chat.focusComposer();
      },
    },
  ] as const;
}

/** Keys that only work in one place, for the table in Settings. */
export const chatKeys = [
  { title: chatText.keys.messages, keys: ['Alt', '↑', '↓'] },
  { title: chatText.keys.stop, keys: ['Esc'] },
  { title: chatText.keys.submitCall, keys: ['Ctrl', 'Enter'] },
  { title: chatText.keys.editLast, keys: ['↑'] },
  { title: chatText.keys.insertPrompt, keys: ['/'] },
  { title: chatText.keys.favourite, keys: ['Alt', 'F'] },
  { title: chatText.keys.rename, keys: ['F2'] },
  { title: chatText.keys.trash, keys: ['Del'] },
] as const;
