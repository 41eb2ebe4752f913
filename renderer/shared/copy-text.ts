import type { Toaster } from '../ui/toaster.tsx';
import { useSession } from '../state/session.ts';
import { sharedText } from './text.ts';

/** Copies text to the clipboard and shows a toast. */
export async function copyText(text: string, what: string, toaster: Pick<Toaster, 'show'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toaster.show({ title: sharedText.copy.copied(what) });
  } catch {
    // Without TLS, as behind some reverse proxies, there is no clipboard.
    const description = isSecureContext ? sharedText.copy.failedHint : sharedText.copy.failedHintWithoutTls;
    toaster.show({ tone: 'error', title: sharedText.copy.failed(what), description });
  }
}

/** Returns `copyText` with the session's toaster. */
export function useCopy(): (text: string, what: string) => void {
  const { toaster } = useSession();
  return (text, what) => void copyText(text, what, toaster);
}
