import { randomUUID } from 'node:crypto';
import type { Notice } from '../../contract/notice.ts';
import type { EventBus } from '../support/event-bus.ts';

/** What the user should know, kept until dismissed; not on disk, since each start finds out anew. */
export interface Notices {
  readonly read: () => readonly Notice[];
  readonly add: (notice: Omit<Notice, 'id'>) => void;
  readonly dismiss: (id: string) => void;
}

/** The list starts empty; each change is told on the bus. */
export function createNotices(events: EventBus): Notices {
  let notices: readonly Notice[] = [];

  const replace = (next: readonly Notice[]): void => {
    notices = next;
    events.emit('notices.changed', notices);
  };

  return {
    read: () => notices,
    add: (notice) => {
      if (notices.some(({ message }) => message === notice.message)) return;
      replace([...notices, { ...notice, id: randomUUID() }]);
    },
    dismiss: (id) => replace(notices.filter((notice) => notice.id !== id)),
  };
}
