import { randomUUID } from 'node:crypto';
import type { Failure } from '../../contract/failure.ts';
import { describeFailure } from '../../contract/failures/render-failure.ts';
import type { Notice } from '../../contract/app-info.ts';
import type { EventBus } from '../shared/event-bus.ts';
import type { DocumentProblem } from '../shared/stored-document.ts';
import { noticesText } from './text.ts';

/** One of our files. */
type DocumentName = keyof typeof noticesText.documents;

/** What a database reports when it is opened, or can't be. */
export interface DatabaseListeners {
  readonly onProblem: (failure: Failure, isOpen: boolean) => void;
  readonly onOpen: () => void;
}

/** Notices for the user, until they are dismissed. They are not saved, because each start detects problems again. */
export type Notices = ReturnType<typeof createNotices>;

/** Creates an empty list. Emits every change. */
export function createNotices(events: EventBus) {
  let notices: readonly Notice[] = [];

  const replace = (next: readonly Notice[]): void => {
    notices = next;
    events.emit('notices.changed', notices);
  };

  const add = (notice: Omit<Notice, 'id'>): void => {
    if (notices.some(({ message }) => message === notice.message)) return;
    replace([...notices, { ...notice, id: randomUUID() }]);
  };

  const listenToDatabase = (): DatabaseListeners => {
    let unusable: string | undefined;
    const onOpen = (): void => {
      if (unusable !== undefined) replace(notices.filter(({ message }) => message !== unusable));
      unusable = undefined;
    };
    return {
      onOpen,
      onProblem: (failure, isOpen) => {
        onOpen(); // an earlier problem is outdated
        const described = describeFailure(failure);
        if (!isOpen) unusable = described.message;
        add({ tone: 'error', ...described });
      },
    };
  };

  return {
    read: () => notices,
    add,
    /** Creates the listeners of one database. The notice that it can't be used disappears once it can. */
    listenToDatabase,
    /** Adds a notice if there was a problem with one of our files. */
    addStorageProblem: (document: DocumentName, problem: DocumentProblem | undefined): void => {
      if (problem) add(storageNotice(noticesText.documents[document], problem));
    },
    dismiss: (id: string) => replace(notices.filter((notice) => notice.id !== id)),
  };
}

/** Describes a problem with one of our files. */
function storageNotice(what: string, problem: DocumentProblem): Omit<Notice, 'id'> {
  switch (problem.kind) {
    case 'damaged':
      return {
        tone: 'warning',
        message: noticesText.damaged(what, problem.restored),
        remedy: noticesText.damagedRemedy(problem.setAside),
      };
    case 'missing':
      return { tone: 'warning', message: noticesText.missing(what), remedy: noticesText.missingRemedy(problem.file) };
    case 'newer':
      return { tone: 'warning', message: noticesText.newer(what), remedy: noticesText.newerRemedy };
    case 'unreadable':
      return {
        tone: 'error',
        message: noticesText.unreadable(what, problem.reason),
        remedy: noticesText.unreadableRemedy(problem.file),
      };
  }
}
