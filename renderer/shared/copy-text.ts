import type { Toaster } from '../ui/toaster.tsx';
import { useSession } from '../state/session.ts';

/** Copies text to the clipboard and shows a toast. */
export async function copyText(text: string, what: string, toaster: Pick<Toaster, 'show'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toaster.show({ title: `${what} copied` });
  } catch {
    // Without TLS, as behind some reverse proxies, there is no clipboard.
    const description = isSecureContext
      ? 'Click into the window, then copy again.'
      : 'The browser allows it over https only. Select the text instead.';
    toaster.show({ tone: 'error', title: `${what} could not be copied.`, description });
  }
}

/** Returns `copyText` with the session's toaster. */
export function useCopy(): (text: string, what: string) => void {
  const { toaster } = useSession();
  return (text, what) => void copyText(text, what, toaster);
}
