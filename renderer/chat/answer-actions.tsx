import { Code, Copy, Ellipsis, RotateCcw, Type } from 'lucide-react';
import type { ReactElement } from 'react';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { copyText } from '../shared/copy-text.ts';
import { modelsFor, unavailableReason } from '../state/model-choice.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { setIncluded, useChat } from './chat.ts';
import { quoteEntry, removeEntry, type MessageAction } from './message-actions.tsx';
import { messageText } from './message-text.ts';
import { chatText } from './text.ts';

interface AnswerState {
  readonly message: StoredAnswer;
  readonly isLiteral: boolean;
  /** The answer can be copied from, but nothing can be added or changed. */
  readonly isReadOnly: boolean;
}

/** Returns the buttons of a finished answer. */
export function useAnswerActions(state: AnswerState): readonly MessageAction[] {
  const { message, isLiteral, isReadOnly } = state;
  const { literal } = useChat();
  const { toaster } = useSession();
  const copy: MessageAction = {
    label: chatText.answer.copy,
    icon: <Copy aria-hidden />,
    onClick: () => void copyText(messageText(message), chatText.answer.label, toaster),
  };
  const regenerate: MessageAction = {
    label: chatText.answer.regenerate,
    icon: <RotateCcw aria-hidden />,
    renderMenu: (trigger) => <RegenerateMenu message={message} trigger={trigger} />,
  };
  const showFormatted: MessageAction = {
    label: chatText.answer.showFormatted,
    icon: <Type aria-hidden />,
    onClick: () => setIncluded(literal, message.id, false),
  };
  const more: MessageAction = {
    label: chatText.message.more,
    icon: <Ellipsis aria-hidden />,
    renderMenu: (trigger) => <MoreMenu {...state} trigger={trigger} />,
  };
  return [copy, ...(isReadOnly ? [] : [regenerate]), ...(isLiteral ? [showFormatted] : []), more];
}

function RegenerateMenu({ message, trigger }: { readonly message: StoredAnswer; readonly trigger: ReactElement }) {
  const { actions } = useChat();
  const connection = useStore(useSession().connection);
  const otherModels = modelsFor(connection, 'chat').filter(
    (model) => model.id !== message.model && connection.state === 'ready' && unavailableReason(model, connection.mode) === undefined,
  );
  const entries: readonly MenuEntry[] = [
    {
      kind: 'action',
      label: chatText.answer.regenerateWith(message.model),
      onSelect: () => actions.regenerate(message.id, null),
    },
    ...(otherModels.length > 0 ? [{ kind: 'separator' as const, id: 'others' }] : []),
    ...otherModels.map(({ id }): MenuEntry => ({
      kind: 'action',
      label: chatText.answer.regenerateWith(id),
      onSelect: () => actions.regenerate(message.id, id),
    })),
  ];
  return <Menu trigger={trigger} entries={entries} />;
}

function MoreMenu({ message, isLiteral, isReadOnly, trigger }: AnswerState & { readonly trigger: ReactElement }) {
  const chat = useChat();
  const { actions, literal, withTokens } = chat;
  const hasTokens = message.answer.tokenCount !== undefined;
  const showsTokens = useStore(withTokens).has(message.id);
  const tokens: MenuEntry = {
    kind: 'toggle',
    label: chatText.answer.showTokens,
    isOn: showsTokens,
    onChange: (isOn) => setIncluded(withTokens, message.id, isOn),
  };
  const entries: readonly MenuEntry[] = [
    {
      kind: 'toggle',
      label: chatText.answer.showPlain,
      isOn: isLiteral,
      onChange: (isOn) => setIncluded(literal, message.id, isOn),
    },
    ...(hasTokens ? [tokens] : []),
    ...(isReadOnly ? [] : [quoteEntry(chat, message)]),
    { kind: 'separator', id: 'request' },
    ...(['curl', 'python', 'typescript'] as const).map((language): MenuEntry => ({
      kind: 'action',
      label: chatText.answer.copyRequest(language),
      icon: <Code aria-hidden />,
      onSelect: () => void actions.copyCode(message.id, language),
    })),
    ...(isReadOnly ? [] : [{ kind: 'separator', id: 'delete' } as const, removeEntry(chat, message)]),
  ];
  return <Menu trigger={trigger} entries={entries} />;
}
