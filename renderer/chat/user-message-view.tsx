import { Copy, Ellipsis, Pencil, TextQuote, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { StoredMessage } from '../../electron/contract/history.ts';
import { copyText } from '../shared/copy-text.ts';
import { useSession } from '../state/session.ts';
import { useStore } from '../state/store.ts';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { AttachmentView } from './attachment-view.tsx';
import { useChat } from './chat.ts';
import { EditMessage } from './edit-message.tsx';
import { MessageFrame } from './message-frame.tsx';
import { quoted } from './message-text.ts';
import { UserText } from './user-text.tsx';

/** From here on a pasted text is folded. */
const longText = 3000;

const faces = {
  edit: { label: 'Edit message', icon: <Pencil aria-hidden /> },
  copy: { label: 'Copy message', icon: <Copy aria-hidden /> },
  more: { label: 'More for this message', icon: <Ellipsis aria-hidden /> },
} as const;

/** What the user said. */
export function UserMessageView({ message }: { readonly message: Extract<StoredMessage, { role: 'user' }> }) {
  const chat = useChat();
  const session = useSession();
  const editing = useStore(chat.editing);
  const isReadOnly = useStore(chat.isReadOnly);
  const [isWhole, setWhole] = useState(false);
  if (editing?.messageId === message.id && !isReadOnly) return <EditMessage message={message} draft={editing.draft} />;
  const isFolded = !isWhole && message.text.length > longText;
  const copy = <IconButton {...faces.copy} size="sm" onClick={() => void copyText(message.text, 'Message', session.toaster)} />;
  const all = (
    <>
      <IconButton
        {...faces.edit}
        size="sm"
        onClick={() => {
          chat.edit(message.id, message.text);
        }}
      />
      {copy}
      <Menu
        trigger={<IconButton {...faces.more} size="sm" />}
        entries={[
          {
            kind: 'action',
            label: 'Quote',
            icon: <TextQuote aria-hidden />,
            onSelect: () => {
              chat.composerOf(message.conversationId).append(quoted(message.text));
              chat.focusComposer();
            },
          },
          {
            kind: 'action',
            label: 'Delete from here on',
            icon: <Trash2 aria-hidden />,
            isDangerous: true,
            onSelect: () => void chat.actions.remove(message),
          },
        ]}
      />
    </>
  );
  return (
    <MessageFrame
      message={message}
      name="You"
      tools={isReadOnly ? { faces: [faces.copy], wired: copy } : { faces: [faces.edit, faces.copy, faces.more], wired: all }}
    >
      <UserText text={isFolded ? `${message.text.slice(0, longText)}…` : message.text} />
      {message.text.length > longText && (
        <div>
          <Button
            size="sm"
            variant="quiet"
            onClick={() => {
              setWhole(!isWhole);
            }}
          >
            {isFolded ? 'Show all of it' : 'Show less'}
          </Button>
        </div>
      )}
      {message.attachments.length > 0 && (
        <div className="attachments">
          {message.attachments.map((attachment, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- two files may have one name, and none changes places
            <AttachmentView key={index} attachment={attachment} />
          ))}
        </div>
      )}
    </MessageFrame>
  );
}
