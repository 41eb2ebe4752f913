import type { Conversation, Imported } from '../../electron/contract/history.ts';
import type { ToastMessage } from '../ui/toaster.tsx';
import { conversationsText } from './text.ts';

/** Returns the title of one conversation or the number of several. */
export function describeConversations(conversations: readonly Conversation[]): string {
  const [first] = conversations;
  return first !== undefined && conversations.length === 1
    ? conversationsText.quoted(first.title)
    : conversationsText.count(conversations.length);
}

/** More would not be read. */
const maxSentences = 5;

/** Describes the result of an import with a remedy if nothing was imported. Undefined if no file was chosen. */
export function importSummary({ imported, alreadyHere, skipped }: Imported): ToastMessage | undefined {
  const words = conversationsText.files;
  const skippedText = skipped.slice(0, maxSentences).join(' ');
  if (imported > 0)
    return {
      tone: skipped.length > 0 ? 'error' : 'info',
      title: words.imported(imported),
      description: [alreadyHere > 0 ? words.alreadyImported(alreadyHere) : '', skippedText].filter(Boolean).join(' ') || undefined,
    };
  if (skipped.length > 0)
    return {
      tone: 'error',
      title: words.nothingImported,
      description: words.chooseExport(skippedText),
    };
  if (alreadyHere === 0) return undefined;
  return {
    tone: 'info',
    title: words.nothingNew,
    description: words.allImported(alreadyHere),
  };
}
