import type { Notice } from '../../contract/notice.ts';
import type { DocumentProblem } from '../shared/stored-document.ts';

/** Says what was amiss with a file of ours. */
export function storageNotice(what: string, trouble: DocumentProblem): Omit<Notice, 'id'> {
  switch (trouble.kind) {
    case 'damaged':
      return {
        tone: 'warning',
        message: `${what} could not be read: the file is damaged. ${trouble.restored === 'previous' ? 'The version before it is in use.' : 'Causeway starts with the defaults.'}`,
        remedy: `Nothing was deleted; the damaged file is ${trouble.setAside}`,
      };
    case 'missing':
      return {
        tone: 'warning',
        message: `${what} were missing, so Causeway restored the previous version.`,
        remedy: `Check them. To start over with the defaults, delete ${trouble.file} and ${trouble.file}.previous`,
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
        message: `${what} could not be read: ${trouble.reason}. Changes made now are not kept.`,
        remedy: `Check who may read ${trouble.file}, then start Causeway again.`,
      };
  }
}
