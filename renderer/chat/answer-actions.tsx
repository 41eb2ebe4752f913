import { Code, Copy, Ellipsis, RotateCcw, TextQuote, Trash2, Type } from 'lucide-react';
import type { StoredAnswer } from '../../electron/contract/history.ts';
import { copyText } from '../shared/copy-text.ts';
import { modelsFor, unavailableReason } from '../state/model-choice.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, type MenuEntry } from '../ui/menu.tsx';
import { useChat } from './chat.ts';
import { messageText, quoted } from './message-text.ts';
import type { ButtonSpec } from './message-actions.tsx';

const faces = {
  copy: { label: 'Copy answer', icon: <Copy aria-hidden /> },
  again: { label: 'Answer again', icon: <RotateCcw aria-hidden /> },
  formatted: { label: 'Show formatted again', icon: <Type aria-hidden /> },
  more: { label: 'More for this answer', icon: <Ellipsis aria-hidden /> },
} as const satisfies Readonly<Record<string, ButtonSpec>>;

/** The buttons of `AnswerTools`, in their order. */
export function answerButtons(isLiteral: boolean, isReadOnly: boolean): readonly ButtonSpec[] {
  return [faces.copy, ...(isReadOnly ? [] : [faces.again]), ...(isLiteral ? [faces.formatted] : []), faces.more];
}

/** What can be done with an answer that is over; one that is read only can be taken from, not added to. */
export function AnswerActions({
  message,
  isLiteral,
  isReadOnly,
}: {
  readonly message: StoredAnswer;
  readonly isLiteral: boolean;
  readonly isReadOnly: boolean;
}) {
  const chat = useChat();
  const session = useSession();
  const connection = useStore(session.connection);
  const { actions, literal } = chat;
  const others = modelsFor(connection, 'chat').filter(
    (model) => model.id !== message.model && connection.state === 'ready' && unavailableReason(model, connection.mode) === undefined,
  );
  const again: readonly MenuEntry[] = [
    {
      kind: 'action',
      label: `With ${message.model} again`,
      onSelect: () => {
        actions.regenerate(message.id, null);
      },
    },
    ...(others.length > 0 ? [{ kind: 'separator' as const, id: 'others' }] : []),
    ...others.map(({ id }): MenuEntry => ({
      kind: 'action',
      label: `With ${id}`,
      onSelect: () => {
        actions.regenerate(message.id, id);
      },
    })),
  ];
  const quote: MenuEntry = {
    kind: 'action',
    label: 'Quote',
    icon: <TextQuote aria-hidden />,
    onSelect: () => {
      chat.composerOf(message.conversationId).append(quoted(messageText(message)));
      chat.focusComposer();
    },
  };
  const remove: readonly MenuEntry[] = [
    { kind: 'separator', id: 'delete' },
    {
      kind: 'action',
      label: 'Delete from here on',
      icon: <Trash2 aria-hidden />,
      isDangerous: true,
      onSelect: () => void actions.remove(message),
    },
  ];
  const more: readonly MenuEntry[] = [
    {
      kind: 'toggle',
      label: 'Literal text',
      isOn: isLiteral,
      onChange: (isOn) => {
        const next = new Set(literal.read());
        if (isOn) next.add(message.id);
        else next.delete(message.id);
        literal.write(next);
      },
    },
    ...(isReadOnly ? [] : [quote]),
    { kind: 'separator', id: 'request' },
    ...(['curl', 'python', 'typescript'] as const).map((language): MenuEntry => ({
      kind: 'action',
      label: `Copy request as ${{ curl: 'curl', python: 'Python', typescript: 'TypeScript' }[language]}`,
      icon: <Code aria-hidden />,
      onSelect: () => void actions.copyCode(message.id, language),
    })),
    ...(isReadOnly ? [] : remove),
  ];
  return (
    <>
      <IconButton {...faces.copy} size="sm" onClick={() => void copyText(messageText(message), 'Answer', session.toaster)} />
      {!isReadOnly && <Menu trigger={<IconButton {...faces.again} size="sm" />} entries={again} />}
      {isLiteral && (
        <IconButton
          {...faces.formatted}
          size="sm"
          onClick={() => {
            literal.write(new Set([...literal.read()].filter((id) => id !== message.id)));
          }}
        />
      )}
      <Menu trigger={<IconButton {...faces.more} size="sm" />} entries={more} />
    </>
  );
}
