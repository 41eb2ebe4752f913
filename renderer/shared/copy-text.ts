import type { Toaster } from '../ui/toaster.tsx';
import { useSession } from '../state/session.ts';

/** Puts a text on the clipboard and says so. */
export async function copyText(text: string, what: string, toaster: Pick<Toaster, 'show'>): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toaster.show({ title: `${what} copied` });
  } catch {
    // a reverse proxy without TLS
    const description = isSecureContext
      ? 'Click into the window, then copy again.'
      : 'The browser allows it over https only. Select the text instead.';
    toaster.show({ tone: 'error', title: `${what} could not be copied.`, description });
  }
}

/** Puts text on the clipboard and says what was copied. */
export function useCopy(): (text: string, what: string) => void {
  const { toaster } = useSession();
  return (text, what) => void copyText(text, what, toaster);
}
