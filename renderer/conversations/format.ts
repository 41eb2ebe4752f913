import type { ExportFormat, Conversation, Imported } from '../../electron/contract/history.ts';
import type { ToastMessage } from '../ui/toaster.tsx';

/** The name of each format. */
export const exportFormatTitles: Readonly<Record<ExportFormat, string>> = { markdown: 'Markdown', json: 'JSON', html: 'HTML', pdf: 'PDF' };

/** Formats a number of conversations. */
export function formatConversationCount(count: number): string {
  return `${count} ${count === 1 ? 'conversation' : 'conversations'}`;
}

/** Returns the title of one conversation or the number of several. */
export function describeConversations(conversations: readonly Conversation[]): string {
  const [first] = conversations;
  return first !== undefined && conversations.length === 1 ? `“${first.title}”` : formatConversationCount(conversations.length);
}

/** More would not be read. */
const maxSentences = 5;

/** Describes the result of an import with a remedy if nothing was imported. Undefined if no file was chosen. */
export function importSummary({ imported, alreadyHere, skipped }: Imported): ToastMessage | undefined {
  const duplicates =
    alreadyHere > 0 ? `${formatConversationCount(alreadyHere)} ${alreadyHere === 1 ? 'was' : 'were'} here already.` : undefined;
  const skippedText = skipped.slice(0, maxSentences).join(' ');
  if (imported > 0)
    return {
      tone: skipped.length > 0 ? 'error' : 'info',
      title: `${formatConversationCount(imported)} imported`,
      description:
        skipped.length > 0 ? [...(duplicates === undefined ? [] : [duplicates]), `Left out: ${skippedText}`].join(' ') : duplicates,
    };
  if (skipped.length > 0)
    return {
      tone: 'error',
      title: 'No conversation was imported',
      description: `${skippedText} Choose a JSON export of Causeway, Open WebUI or ChatGPT.`,
    };
  if (alreadyHere === 0) return undefined;
  return {
    tone: 'info',
    title: 'Nothing new was imported',
    description:
      alreadyHere === 1
        ? 'The conversation of this file is here already. Look for it in the list, the archive or the trash.'
        : `All ${formatConversationCount(alreadyHere)} of this file are here already. Look for them in the list, the archive or the trash.`,
  };
}
