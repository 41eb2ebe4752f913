import { Ellipsis } from 'lucide-react';
import { useState } from 'react';
import type { Conversation } from '../../electron/contract/history.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu } from '../ui/menu.tsx';
import { ConversationDialogs, type Asking } from './conversation-dialogs.tsx';
import { conversationEntries } from './conversation-entries.tsx';
import type { History } from './history.ts';

/** The menu of the conversation that is shown, beside its title. */
export function ConversationMenu({ history, conversation }: { readonly history: History; readonly conversation: Conversation }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton label="This conversation" icon={<Ellipsis aria-hidden />} />}
        entries={conversationEntries([conversation], history.actions, setAsking)}
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
