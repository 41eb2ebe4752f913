import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { ConversationDialogs, type OpenDialog } from './conversation-dialogs.tsx';
import { conversationMenuItems } from './conversation-menu-items.tsx';
import type { History } from './history.ts';
import { TitleField } from './title-field.tsx';

/** The menu of the conversation that is shown, beside its title, which is edited in its place. */
export function ConversationMenu({ history, conversation }: { readonly history: History; readonly conversation: Conversation }) {
  const [asking, setAsking] = useState<OpenDialog | null>(null);
  const [renamedId, setRenamedId] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      {renamedId === conversation.id && (
        <div className="heading-field">
          <TitleField
            history={history}
            conversation={conversation}
            onEnd={(isByKey) => {
              setRenamedId(null);
              if (isByKey) button.current?.focus();
            }}
          />
        </div>
      )}
      <Menu
        align="end"
        trigger={<IconButton ref={button} label="This conversation" icon={<Ellipsis aria-hidden />} />}
        entries={conversationMenuItems([conversation], history.actions, setAsking, ({ id }) => {
          setRenamedId(id);
        })}
      />
      <ConversationDialogs
        history={history}
        asking={asking}
        onDone={() => {
          setAsking(null);
        }}
      />
    </>
  );
}
