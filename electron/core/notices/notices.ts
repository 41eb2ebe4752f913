import { randomUUID } from 'node:crypto';
import type { Notice } from '../../contract/notice.ts';
import type { EventBus } from '../shared/event-bus.ts';
import type { DocumentProblem } from '../shared/stored-document.ts';
import { storageNotice } from './storage-notice.ts';

/** What the user should know, kept until dismissed; not on disk, since each start finds out anew. */
export interface Notices {
  readonly read: () => readonly Notice[];
  readonly add: (notice: Omit<Notice, 'id'>) => void;
  /** Adds what was amiss with a file of ours, if anything was; `what` is its name to the user, as in "The settings". */
  readonly addTrouble: (what: string, trouble: DocumentProblem | undefined) => void;
  readonly dismiss: (id: string) => void;
}

/** The list starts empty; each change is told on the bus. */
export function createNotices(events: EventBus): Notices {
  let notices: readonly Notice[] = [];

  const replace = (next: readonly Notice[]): void => {
    notices = next;
    events.emit('notices.changed', notices);
  };

  const add: Notices['add'] = (notice) => {
    if (notices.some(({ message }) => message === notice.message)) return;
    replace([...notices, { ...notice, id: randomUUID() }]);
  };

  return {
    read: () => notices,
    add,
    addTrouble: (what, trouble) => {
      if (trouble) add(storageNotice(what, trouble));
    },
    dismiss: (id) => replace(notices.filter((notice) => notice.id !== id)),
  };
}
