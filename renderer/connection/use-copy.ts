import { copyText } from '../shared/copy-text.ts';
import { useSession } from '../state/session.ts';

/** Puts text on the clipboard and says what was copied. */
export function useCopy(): (text: string, what: string) => void {
  const { toaster } = useSession();
  return (text, what) => void copyText(text, what, toaster);
}
