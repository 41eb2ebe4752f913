import type { Toaster } from '../ui/toaster.tsx';
import { useSession } from '../state/session.ts';
import { sharedText } from './text.ts';

/** Copies text to the clipboard and shows a toast. Returns whether it was copied. */
export async function copyText(text: string, what: string, toaster: Pick<Toaster, 'show'>): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    toaster.show({ title: sharedText.copy.copied(what) });
    return true;
  } catch {
    // Without TLS, as behind some reverse proxies, there is no clipboard.
    const description = isSecureContext ? sharedText.copy.failedHint : sharedText.copy.failedHintWithoutTls;
    toaster.show({ tone: 'error', title: sharedText.copy.failed(what), description });
    return false;
  }
}

/** Returns `copyText` with the session's toaster. */
export function useCopy(): (text: string, what: string) => Promise<boolean> {
  const { toaster } = useSession();
  return (text, what) => copyText(text, what, toaster);
}
