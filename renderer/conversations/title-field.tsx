import type { Conversation } from '../../electron/contract/history.ts';
import type { History } from './history.ts';
import { InlineNameField } from './inline-name-field.tsx';

/** The title of a conversation, edited where it stands. */
export function TitleField({
  history,
  conversation,
  onEnd,
}: {
  readonly history: History;
  readonly conversation: Conversation;
  readonly onEnd: (isByKey: boolean) => void;
}) {
  return (
    <InlineNameField
      label={`New title of “${conversation.title}”`}
      value={conversation.title}
      maxLength={300}
      onKeep={(title) => void history.actions.change(conversation.id, { title })}
      onEnd={onEnd}
    />
  );
}
