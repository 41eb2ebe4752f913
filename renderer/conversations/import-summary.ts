import type { Imported } from '../../electron/contract/history.ts';
import type { ToastMessage } from '../ui/toaster.tsx';
import { formatCountOf } from './format-count.ts';

/** Of more than these nobody reads. */
const mostSentences = 5;

/** What came of an import, and what to do where that is nothing; undefined where no file was chosen. */
export function importSummary({ imported, alreadyHere, skipped }: Imported): ToastMessage | undefined {
  const wasHere = alreadyHere > 0 ? `${formatCountOf(alreadyHere)} ${alreadyHere === 1 ? 'was' : 'were'} here already.` : undefined;
  const leftOut = skipped.slice(0, mostSentences).join(' ');
  if (imported > 0)
    return {
      tone: skipped.length > 0 ? 'error' : 'info',
      title: `${formatCountOf(imported)} imported`,
      description: skipped.length > 0 ? [...(wasHere === undefined ? [] : [wasHere]), `Left out: ${leftOut}`].join(' ') : wasHere,
    };
  if (skipped.length > 0)
    return {
      tone: 'error',
      title: 'No conversation was imported',
      description: `${leftOut} Choose a JSON export of Causeway, Open WebUI or ChatGPT.`,
    };
  if (alreadyHere === 0) return undefined;
  return {
    tone: 'info',
    title: 'Nothing new was imported',
    description:
      alreadyHere === 1
        ? 'The conversation of this file is here already. Look for it in the list, the archive or the trash.'
        : `All ${formatCountOf(alreadyHere)} of this file are here already. Look for them in the list, the archive or the trash.`,
  };
}
