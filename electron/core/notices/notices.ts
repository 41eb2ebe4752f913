import { randomUUID } from 'node:crypto';
import type { Notice } from '../../contract/notice.ts';
import type { EventBus } from '../shared/event-bus.ts';
import type { DocumentProblem } from '../shared/stored-document.ts';

/** Notices for the user, until they are dismissed. They are not saved, because each start detects problems again. */
export interface Notices {
  readonly read: () => readonly Notice[];
  readonly add: (notice: Omit<Notice, 'id'>) => void;
  /** Adds a notice if there was a problem with one of our files. `what` is its name for the user, as in "The settings". */
  readonly addStorageProblem: (what: string, problem: DocumentProblem | undefined) => void;
  readonly dismiss: (id: string) => void;
}

/** Creates an empty list. Emits every change. */
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
    addStorageProblem: (what, problem) => {
      if (problem) add(storageNotice(what, problem));
    },
    dismiss: (id) => replace(notices.filter((notice) => notice.id !== id)),
  };
}

/** Describes a problem with one of our files. */
function storageNotice(what: string, problem: DocumentProblem): Omit<Notice, 'id'> {
  switch (problem.kind) {
    case 'damaged':
      return {
        tone: 'warning',
        message: `${what} could not be read: the file is damaged. ${problem.restored === 'previous' ? 'The version before it is in use.' : 'Causeway starts with the defaults.'}`,
        remedy: `Nothing was deleted; the damaged file is ${problem.setAside}`,
      };
    case 'missing':
      return {
        tone: 'warning',
        message: `${what} were missing, so Causeway restored the previous version.`,
        remedy: `Check them. To start over with the defaults, delete ${problem.file} and ${problem.file}.previous`,
      };
    case 'newer':
      return {
        tone: 'warning',
        message: `${what} were written by a newer Causeway. They are left untouched, and changes made now are not kept.`,
        remedy: 'Update Causeway to use them.',
      };
    case 'unreadable':
      return {
        tone: 'error',
        message: `${what} could not be read: ${problem.reason}. Changes made now are not kept.`,
        remedy: `Check who may read ${problem.file}, then start Causeway again.`,
      };
  }
}
