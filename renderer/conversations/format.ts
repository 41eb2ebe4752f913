import type { Conversation, Imported } from '../../electron/contract/history.ts';
import type { ToastMessage } from '../ui/toaster.tsx';
import { conversationsText } from './text.ts';
import { useEffect, useState } from 'react';

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

const time = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const weekday = new Intl.DateTimeFormat('en', { weekday: 'short' });
const date = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const longDate = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });

/** Formats a past time as short as possible. */
export function formatTimeAgo(at: number, now: number): string {
  const then = new Date(at);
  const today = new Date(now);
  if (then.toDateString() === today.toDateString()) return time.format(then);
  if (now - at < 6 * 86_400_000) return weekday.format(then);
  return then.getFullYear() === today.getFullYear() ? date.format(then) : longDate.format(then);
}

/** Returns the current time, updated every minute. */
export function useCurrentMinute(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
